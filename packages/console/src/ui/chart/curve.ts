/** Properties of one curve of a chart. */
export interface Curve {
  readonly key: string
  /** Label in the user's language. */
  readonly label: string
  /** Colour token: `--st-charging`. */
  readonly colour: string
  readonly drawn: 'filled' | 'dashed' | 'line'
  /**
   * `start` and `end` have an axis at that side, `outer` next to that of the end if the chart is wide; `own`
   * has none, its values appear in its label and the legend.
   */
  readonly axis: 'start' | 'end' | 'outer' | 'own'
  /** Fixed ends of the axis; otherwise it starts at 0 and ends at a round number. */
  readonly range?: readonly [number, number]
  /** End of the axis while all values are 0; by default 1. */
  readonly zeroTop?: number
  /**
   * Minimum distance of the ticks in the unit of the data, if the usual round numbers would look odd; a low
   * chart uses a multiple of it.
   */
  readonly step?: number
  /** Formats a value with its unit, for label, legend and table. */
  readonly format: (value: number) => string
  /** Formats a value on the axis, with its unit. */
  readonly tick: (value: number) => string
}
