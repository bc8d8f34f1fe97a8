/** The markers of a family that say where reasoning is, for those who count tokens or mask them. */
export interface TurnMarkers {
  readonly reasoning: { readonly open: string; readonly close: string }
  /** What begins a call: where the policies say so, it ends the reasoning. */
  readonly calls: readonly string[]
  /** The model thinks, unless the prompt says otherwise. */
  readonly thinks: boolean
  /** What begins or ends a turn: what stands before it belongs to an earlier one. */
  readonly turns: readonly string[]
}

/** A token by its id, or by its text. */
export type TokenRef = number | string
