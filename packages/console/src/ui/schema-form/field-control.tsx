import { useTexts } from '../../lib/texts.ts'
import { Button } from '../buttons.tsx'
import { DateTimeField } from '../time/date-time-field.tsx'
import { ChoiceControl, ListControl } from './choice-field.tsx'
import { FieldFrame, FieldLabel, useControl } from './field-label.tsx'
import { useField } from './form-context.ts'
import type { FieldProps } from './field-props.ts'
import { isInThePast } from './field-rules.ts'
import { JsonControl } from './json-field.tsx'
import { NumberControl } from './number-field.tsx'
import { fitsField } from './problems.ts'
import css from './schema-form.module.css'
import { TextControl } from './text-field.tsx'

/** Control of a member that is neither an object nor a list of objects. */
export function FieldControl(props: FieldProps) {
  const { form } = useField(props.field.path, props.field.name)
  // Members edited as JSON accept any value.
  if (props.field.kind !== 'json' && !fitsField(form.root, props.field.schema, props.value))
    return <MisfitControl {...props} />
  switch (props.field.kind) {
    case 'integer':
    case 'number':
      return <NumberControl {...props} />
    case 'choice':
    case 'boolean':
      return <ChoiceControl {...props} />
    case 'instant':
      return <InstantControl {...props} />
    case 'list':
      return <ListControl {...props} />
    case 'json':
      return <JsonControl {...props} />
    default:
      return <TextControl {...props} />
  }
}

function InstantControl({ field, value, bare = false }: FieldProps) {
  const { help, error, edit, shared } = useControl({ field })
  return (
    <FieldFrame path={field.path} wrong={error !== null}>
      <div className={bare ? css.bareField : undefined}>
        <DateTimeField
          id={shared.id}
          label={shared.label}
          description={help || undefined}
          error={error}
          value={typeof value === 'string' ? value : null}
          onChange={(next) => edit(next ?? undefined)}
        />
        {value === undefined && !bare && <Shortcuts back={isInThePast(field.name)} onPick={edit} />}
      </div>
    </FieldFrame>
  )
}

const minute = 60_000
const ahead = [
  ['plusQuarter', (now: number) => now + 15 * minute],
  ['plusHour', (now: number) => now + 60 * minute],
  ['tomorrow', (now: number) => new Date(now).setHours(24, 0, 0, 0)],
] as const
const before = [
  ['minusDay', (now: number) => now - 24 * 60 * minute],
  ['minusHour', (now: number) => now - 60 * minute],
  ['now', (now: number) => now],
] as const

/** Common times, in the line of the later UTC time, so that a selection does not shift the layout. */
function Shortcuts({ back, onPick }: { back: boolean; onPick: (instant: string) => void }) {
  const t = useTexts('commands')
  const offers = back
    ? before.map(([name, at]) => ({ at, words: t(`instant.${name}`) }))
    : ahead.map(([name, at]) => ({ at, words: t(`ui.dateTime.${name}`) }))
  return (
    <div className={css.shortcuts}>
      {offers.map(({ at, words }) => (
        <button
          key={words}
          type="button"
          onClick={() => onPick(new Date(at(Math.ceil(Date.now() / 1000) * 1000)).toISOString())}
        >
          {words}
        </button>
      ))}
    </div>
  )
}

/** A value whose type does not fit the field, from raw JSON: shown as it is, until the user clears it. */
export function MisfitControl({ field, value }: FieldProps) {
  const { id, label, error, edit } = useField(field.path, field.name)
  const t = useTexts('commands')
  return (
    <FieldFrame path={field.path} wrong>
      <fieldset className={css.plainSet} aria-labelledby={id}>
        <div id={id}>
          <FieldLabel label={label} name={field.name} required={field.required} />
        </div>
        <div className={css.misfit}>
          <code dir="ltr">{JSON.stringify(value)}</code>
          <Button small onClick={() => edit(undefined)}>
            {t('clear')}
          </Button>
        </div>
        {error !== null && <p className={css.error}>{error}</p>}
      </fieldset>
    </FieldFrame>
  )
}
