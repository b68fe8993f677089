import { useElementSize } from '@mantine/hooks'
import { useFormat } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import './chart.css'
import { type Period, type StepCurve, stepCurve, timeMarks } from './step-curve.ts'

interface StepCurvePictureProps {
  periods: readonly Period[]
  /** Seconds; null if the schedule has none. */
  duration: number | null
  /** Unit of the limits: A or W, or empty until selected. */
  unit: string
}

const box = { height: 128, top: 18, bottom: 22, end: 14 }

/** Limits of a charging schedule over time, as the station will apply them. */
export function StepCurvePicture({ periods, duration, unit }: StepCurvePictureProps) {
  const t = useTexts('chart')
  const { number, exactDuration, unit: symbol } = useFormat()
  const { ref, width } = useElementSize<HTMLDivElement>()
  const curve = stepCurve(periods, duration)
  if (curve === null) return null
  const bare = (limit: number): string => number(limit, Number.isInteger(limit) ? 0 : 1)
  const amount = (limit: number): string => `${bare(limit)}${unit === '' ? '' : `\u00a0${symbol(unit)}`}`
  const steps = curve.steps.map((step) =>
    t('step', { start: exactDuration(step.from), limit: amount(step.limit) }),
  )
  const end = curve.ends ? t('stepsEnd', { end: exactDuration(curve.duration) }) : t('stepsOpen')
  // Space for the longest number on the axis.
  const start = 14 + 6.6 * amount(curve.ceiling).length
  const place = places(curve, start, width)
  return (
    <div ref={ref} className="step-curve" dir="ltr">
      {width > 0 && (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <img> could not take the colours of the page
        <svg width={width} height={box.height} role="img" aria-label={`${steps.join(', ')}. ${end}`}>
          <Grid curve={curve} place={place} amount={amount} bare={bare} span={exactDuration} />
          <Steps curve={curve} place={place} amount={amount} />
        </svg>
      )}
    </div>
  )
}

interface DrawnProps {
  curve: StepCurve
  place: Places
  amount: (limit: number) => string
}

interface GridProps extends DrawnProps {
  bare: (limit: number) => string
  span: (seconds: number) => string
}

type Places = ReturnType<typeof places>

const places = (curve: StepCurve, start: number, width: number) => ({
  start,
  width,
  x: (seconds: number): number => start + (seconds / curve.duration) * (width - start - box.end),
  y: (limit: number): number =>
    box.height - box.bottom - (limit / curve.ceiling) * (box.height - box.bottom - box.top),
})

/** Returns as many ticks as have space for their labels. */
function marksThatFit(duration: number, width: number, label: (mark: number) => string): number[] {
  const wanted = [12, 8, 6, 5, 4, 3].map((most) => timeMarks(duration, most))
  const labelWidth = (mark: number): number => 16 + 6.4 * label(mark).length
  return (
    wanted.find((marks) => marks.length * Math.max(...marks.map(labelWidth)) <= width + labelWidth(0)) ??
    timeMarks(duration, 2)
  )
}

function Grid({ curve, place, amount, bare, span }: GridProps) {
  const { start, width, x, y } = place
  return (
    <g className="step-grid">
      {[0, curve.ceiling / 2, curve.ceiling].map((limit) => (
        <g key={limit}>
          <line x1={start} x2={width - box.end} y1={y(limit)} y2={y(limit)} />
          <text x={start - 6} y={y(limit)} textAnchor="end" dominantBaseline="middle">
            {limit === curve.ceiling ? amount(limit) : bare(limit)}
          </text>
        </g>
      ))}
      {marksThatFit(curve.duration, width - start, span).map((mark) => (
        <text
          key={mark}
          x={x(mark)}
          y={box.height - 5}
          textAnchor={mark === 0 ? 'start' : x(mark) > width - 34 ? 'end' : 'middle'}
        >
          {span(mark)}
        </text>
      ))}
    </g>
  )
}

function Steps({ curve, place, amount }: DrawnProps) {
  const { width, x, y } = place
  const line = curve.steps
    .map(
      ({ from, to, limit }, index) => `${index === 0 ? 'M' : 'L'}${x(from)} ${y(limit)}L${x(to)} ${y(limit)}`,
    )
    .join('')
  const last = curve.steps.at(-1)!
  return (
    <>
      <path d={`${line}L${x(last.to)} ${y(0)}L${x(0)} ${y(0)}Z`} className="step-area" />
      <path d={line} className="step-line" />
      {!curve.ends && (
        <line
          x1={x(last.to)}
          x2={width - 1}
          y1={y(last.limit)}
          y2={y(last.limit)}
          className="step-line"
          strokeDasharray="3 3"
        />
      )}
      {curve.steps
        .filter((step) => x(step.to) - x(step.from) > 9 * amount(step.limit).length)
        .map((step) => (
          <text
            key={step.from}
            className="step-label"
            x={(x(step.from) + x(step.to)) / 2}
            y={y(step.limit) - 6}
            textAnchor="middle"
          >
            {amount(step.limit)}
          </text>
        ))}
    </>
  )
}
