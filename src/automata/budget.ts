/** Counts the steps of one construction, so that no input makes it take long. */
export interface Budget {
  /** Takes some steps; `false` once none are left. */
  spend(steps: number): boolean
  readonly isSpent: boolean
}

/** A budget of a number of steps. */
export function createBudget(steps: number): Budget {
  let left = steps
  return {
    spend(count) {
      left -= count
      return left >= 0
    },
    get isSpent() {
      return left < 0
    },
  }
}
