/** What a chart is told of one curve. */
export interface Curve {
  readonly key: string
  /** In the language of the page. */
  readonly label: string
  /** A colour token: `--st-charging`. */
  readonly colour: string
  readonly drawn: 'filled' | 'dashed' | 'line'
  /**
   * `start` and `end` have an axis at that side, `outer` beside that of the end where the picture is wide; `own` has none,
   * its values are read from its label and the legend.
   */
  readonly axis: 'start' | 'end' | 'outer' | 'own'
  /** Fixed ends of the axis; else it begins at 0 and ends at a round number. */
  readonly range?: readonly [number, number]
  /**
   * Least distance of the marks on the axis in the unit of the data, where the usual round numbers would look odd; a low
   * picture takes a multiple of it.
   */
  readonly step?: number
  /** A value with its unit, for label, legend and table. */
  readonly format: (value: number) => string
  /** A value on the axis, with its unit. */
  readonly tick: (value: number) => string
}
