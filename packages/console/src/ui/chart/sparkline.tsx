import './chart.css'

interface SparklineProps {
  /** Values at equal distances; null is a gap. */
  values: readonly (number | null)[]
  /** Accessible name; without a label the line is decoration next to the figure. */
  label?: string
  /** Colour token. */
  colour?: string
  width?: number
  height?: number
  /** Upper end; by default the highest value. The lower end is 0, or the lowest value below it. */
  highest?: number
}

/** Returns the runs of values without a gap, as points in the given box. */
export function sparkRuns(
  values: readonly (number | null)[],
  { width, height, highest }: { width: number; height: number; highest?: number | undefined },
): [x: number, y: number][][] {
  const known = values.filter((value) => value !== null)
  const top = Math.max(highest ?? -Infinity, ...known, 0)
  const bottom = Math.min(0, ...known)
  const inset = 1.5
  const scale = top === bottom ? 0 : (height - 2 * inset) / (top - bottom)
  const runs: [number, number][][] = [[]]
  values.forEach((value, index) => {
    if (value === null) {
      if (runs.at(-1)!.length > 0) runs.push([])
      return
    }
    const x = values.length < 2 ? width : (index / (values.length - 1)) * width
    runs.at(-1)!.push([round(x), round(height - inset - (value - bottom) * scale)])
  })
  return runs.filter((run) => run.length > 0)
}

const round = (value: number): number => Math.round(value * 10) / 10

/** Small line without axes, in the size of text. */
export function Sparkline({
  values,
  label,
  colour = '--st-charging',
  width = 88,
  height = 22,
  highest,
}: SparklineProps) {
  const runs = sparkRuns(values, { width, height, highest })
  const line = runs.map((run) => `M${run.map((point) => point.join(' ')).join('L')}`).join('')
  const area = runs
    .filter((run) => run.length > 1)
    .map(
      (run) =>
        `M${run.map((point) => point.join(' ')).join('L')}L${run.at(-1)![0]} ${height}L${run[0]![0]} ${height}Z`,
    )
    .join('')
  return (
    <svg
      className="sparkline"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role={label === undefined ? undefined : 'img'}
      aria-label={label}
      aria-hidden={label === undefined ? true : undefined}
    >
      <path d={area} fill={`var(${colour})`} fillOpacity="0.14" />
      <path
        d={line}
        fill="none"
        stroke={`var(${colour})`}
        strokeWidth="1.5"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      {runs
        .filter((run) => run.length === 1)
        .map(([point]) => (
          <circle key={point![0]} cx={point![0]} cy={point![1]} r="1.5" fill={`var(${colour})`} />
        ))}
    </svg>
  )
}
