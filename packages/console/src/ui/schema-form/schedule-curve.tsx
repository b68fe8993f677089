import { StepCurvePicture } from '../chart/step-curve-picture.tsx'
import { useField, useFormContext } from './form-context.ts'
import { isObject } from '../../lib/is-object.ts'
import { readAt } from './value.ts'

/** Curve below a list of charging periods. Applies to any list whose rows have a start and a limit. */
export function ScheduleCurve({ path, rows }: { path: string; rows: readonly unknown[] }) {
  const { value } = useFormContext()
  const { unit } = useField(`${path}/0/limit`)
  const periods = rows.flatMap((row) =>
    isObject(row) && typeof row['startPeriod'] === 'number' && typeof row['limit'] === 'number'
      ? [{ start: row['startPeriod'], limit: row['limit'] }]
      : [],
  )
  if (periods.length === 0) return null
  const schedule = readAt(value, path.slice(0, path.lastIndexOf('/')))
  const duration = isObject(schedule) ? schedule['duration'] : undefined
  const rate = isObject(schedule) ? schedule['chargingRateUnit'] : undefined
  return (
    <StepCurvePicture
      periods={periods}
      duration={typeof duration === 'number' ? duration : null}
      unit={unit ?? (typeof rate === 'string' ? rate : '')}
    />
  )
}
