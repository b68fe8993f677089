import { tariffDays, tariffDimensions } from '@stationmaster/contract'
import { IconArrowDown, IconArrowUp, IconChevronDown, IconTrash } from '@tabler/icons-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { useFormat } from '../../../lib/format.ts'
import { useTexts } from '../../../lib/texts.ts'
import { IconButton } from '../../../ui/buttons.tsx'
import { DecimalField } from '../../../ui/form/decimal-field.tsx'
import { MultiSelectField, SelectField, TextField } from '../../../ui/form/fields.tsx'
import { FormGrid, Row } from '../../../ui/page/page.tsx'
import { weekdayName } from '../../../ui/time/moment.tsx'
import { elementsOf, type LineField, type PriceLine, unitOf } from './price-lines.ts'
import { LineConditions } from './price-table.tsx'
import { useUnits } from './use-units.ts'
import css from './line-fields.module.css'

interface LineProps {
  line: PriceLine
  position: number
  count: number
  currency: string
  /** True if an earlier line is a price for the same. */
  isOtherwise: boolean
  /** Returns the error at a field. */
  errorAt: (field: LineField) => string | undefined
  warning: string | undefined
  onChange: (line: PriceLine) => void
  onMove: (to: number) => void
  onRemove: () => void
}

/** The fields of a price with its conditions. Alt and the arrow keys move it. */
export function LineFields(props: LineProps) {
  const { line, position, count, currency, isOtherwise, errorAt, warning, onChange, onMove, onRemove } = props
  const t = useTexts('tariffs')
  const units = useUnits(currency)
  const number = position + 1
  const panel = useId()
  const hasError = conditionFields.some((field) => errorAt(field) !== undefined)
  const [isOpen, setOpen] = useState(false)
  const isShown = isOpen || hasError
  /** Moves the line; the focus stays in its field although the element is moved. */
  const move = (to: number): void => {
    if (to < 0 || to >= count) return
    const focused = document.activeElement
    flushSync(() => onMove(to))
    if (focused instanceof HTMLElement) focused.focus()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (!event.altKey || step === undefined) return
    event.preventDefault()
    event.stopPropagation()
    move(position + step)
  }
  const {
    elements: [element],
  } = elementsOf([line])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles keys of the fields inside
    <li className={css.line} aria-label={t('line.name', { number })} onKeyDownCapture={onKeyDown}>
      <div className={css.row}>
        <span className={css.number}>{number}</span>
        <SelectField
          aria-label={t('line.kindOf', { number })}
          allowDeselect={false}
          data={tariffDimensions.map((value) => ({ value, label: t(`kinds.${value}`) }))}
          value={line.type}
          error={errorAt('type')}
          onChange={(type) => type && onChange({ ...line, type, unit: unitOf(type) })}
        />
        <DecimalField
          aria-label={t('line.name', { number })}
          maxLength={24}
          rightSection={<span className={css.unit}>{units[line.unit]}</span>}
          rightSectionWidth={76}
          value={line.price}
          error={errorAt('price')}
          onChange={({ currentTarget: { value } }) => onChange({ ...line, price: value })}
        />
        <button
          type="button"
          className={css.when}
          aria-expanded={isShown}
          aria-controls={panel}
          onClick={() => setOpen(!isShown)}
        >
          <span className="hidden-text">{t('line.conditions', { number })}: </span>
          {element && (
            <span>
              <LineConditions
                element={element}
                component={element.price_components[0]!}
                isOtherwise={isOtherwise}
              />
            </span>
          )}
          <IconChevronDown size={16} />
        </button>
        <div className={css.tools}>
          <IconButton
            label={t('line.up', { number })}
            disabled={position === 0}
            onClick={() => move(position - 1)}
          >
            <IconArrowUp size={16} />
          </IconButton>
          <IconButton
            label={t('line.down', { number })}
            disabled={position === count - 1}
            onClick={() => move(position + 1)}
          >
            <IconArrowDown size={16} />
          </IconButton>
          <IconButton label={t('line.remove', { number })} disabled={count === 1} onClick={onRemove}>
            <IconTrash size={16} />
          </IconButton>
        </div>
      </div>
      {warning !== undefined && <p className={css.warning}>{warning}</p>}
      <div id={panel} hidden={!isShown}>
        {isShown && <ConditionFields line={line} errorAt={errorAt} onChange={onChange} />}
      </div>
    </li>
  )
}

const quantities = [
  ['min_kwh', 'kWh'],
  ['max_kwh', 'kWh'],
  ['min_power', 'kW'],
  ['max_power', 'kW'],
  ['min_duration', 'min'],
  ['max_duration', 'min'],
] as const
const times = ['start_time', 'end_time'] as const
const dates = ['start_date', 'end_date'] as const
const conditionFields: readonly LineField[] = [...quantities.map(([name]) => name), ...times, ...dates]

/** Weekdays, times, quantities, dates and reservation of a price. */
function ConditionFields({ line, errorAt, onChange }: Pick<LineProps, 'line' | 'errorAt' | 'onChange'>) {
  const t = useTexts('tariffs')
  const format = useFormat()
  const fieldOf = (name: (typeof quantities)[number][0] | (typeof times | typeof dates)[number]) => ({
    label: t(`line.${name}`),
    value: line[name],
    error: errorAt(name),
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      onChange({ ...line, [name]: value }),
  })
  const reservations = [
    { value: 'session', label: t('line.forSession') },
    { value: 'RESERVATION', label: t('line.forReservation') },
    { value: 'RESERVATION_EXPIRES', label: t('line.forExpired') },
  ] as const
  return (
    <div className={css.conditions}>
      <Row bottom>
        <MultiSelectField
          className={css.days}
          label={t('line.days')}
          placeholder={line.day_of_week.length === 0 ? t('line.everyDay') : undefined}
          data={tariffDays.map((value, index) => ({
            value,
            label: weekdayName(format.tag, index + 1, 'short'),
          }))}
          value={line.day_of_week}
          onChange={(days) =>
            onChange({ ...line, day_of_week: tariffDays.filter((day) => days.includes(day)) })
          }
        />
        {times.map((name) => (
          <TextField key={name} type="time" {...fieldOf(name)} />
        ))}
      </Row>
      <FormGrid>
        {quantities.map(([name, unit]) => (
          <DecimalField
            key={name}
            maxLength={16}
            rightSection={<span className={css.unit}>{format.unit(unit)}</span>}
            rightSectionWidth={52}
            {...fieldOf(name)}
          />
        ))}
        {dates.map((name) => (
          <TextField key={name} type="date" {...fieldOf(name)} />
        ))}
        <SelectField
          label={t('line.reservation')}
          allowDeselect={false}
          data={reservations.map(({ value, label }) => ({ value: value as string, label }))}
          value={line.reservation || 'session'}
          onChange={(kind) =>
            onChange({
              ...line,
              reservation: kind === 'RESERVATION' || kind === 'RESERVATION_EXPIRES' ? kind : '',
            })
          }
        />
      </FormGrid>
    </div>
  )
}
