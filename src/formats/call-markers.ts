/** The markers of a family's calls: what reads around them looks for these, and what samples is told of them. */
export interface CallMarkers {
  /** What the grammar's calls begin with; each triggers a lazy grammar. */
  readonly openers: readonly string[]
  readonly closers: readonly string[]
  /** Further special tokens inside calls. */
  readonly tokens?: readonly string[]
}
