import { IconPlus, IconTrash } from '@tabler/icons-react'
import { type CSSProperties, useRef, useState } from 'react'
import { useFormat } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { Button, IconButton } from '../buttons.tsx'
import { FieldControl } from './field-control.tsx'
import { FieldLabel } from './field-label.tsx'
import type { NestedProps } from './field-props.ts'
import { useField } from './form-context.ts'
import { GroupSection, useFocusWhenNew } from './group-field.tsx'
import { itemSchema } from './problems.ts'
import { ScheduleCurve } from './schedule-curve.tsx'
import { isObject } from '../../lib/is-object.ts'
import { childPath, type Field, fieldsOf } from './schema.ts'
import css from './schema-form.module.css'
import { seed } from './value.ts'

/** Number of rows rendered at first; raw JSON may contain thousands. */
const page = 40
/** Rows with at most this many plain members are shown as a table. */
const maxColumns = 4

/** A list of objects. */
export function RowsField({ field, value, isNew, onRemove, draw }: NestedProps) {
  const { form, label, rule, edit } = useField(field.path, field.name)
  const t = useTexts('commands')
  const item = itemSchema(form.root, field.schema)
  const fields = fieldsOf(form.root, item, field.path).filter((member) => member.name !== 'customData')
  const isLine =
    fields.length <= maxColumns &&
    fields.every((member) => !['group', 'rows', 'list', 'json'].includes(member.kind))
  const rows = Array.isArray(value) ? value : field.required ? [seed(form.root, item)] : []
  const { keys, added, add, remove } = useRowKeys(rows.length)
  const visible = useVisible(field.path, rows.length, form.shown)
  const limit = rule.lengthLimitKey === undefined ? undefined : form.limits[rule.lengthLimitKey]
  const most = Math.min(field.schema.maxItems ?? Infinity, limit ?? Infinity)
  const append = (): void => {
    add()
    visible.showAll()
    edit([...rows, seed(form.root, item)])
  }
  return (
    <GroupSection
      field={field}
      onRemove={onRemove}
      count={<Used count={rows.length} most={most} />}
      hint={
        limit !== undefined &&
        rule.lengthLimitKey !== undefined && (
          <p className={css.help}>{t('lengthLimit', { key: rule.lengthLimitKey, count: limit })}</p>
        )
      }
    >
      <div className={css.body}>
        {isLine && rows.length > 0 && <Heads fields={fields} />}
        {rows.slice(0, visible.count).map((row, index) => (
          <Row
            key={keys[index]}
            field={field}
            index={index}
            row={row}
            isLine={isLine}
            draw={draw}
            isNew={keys[index] === added || (isNew && index === 0)}
            onRemove={() => {
              remove(index)
              const left = rows.filter((_, position) => position !== index)
              edit(left.length === 0 && !field.required ? undefined : left)
            }}
          />
        ))}
        {rows.length > visible.count && (
          <Button small kind="quiet" onClick={visible.showMore}>
            {t('showMore', { count: rows.length - visible.count })}
          </Button>
        )}
        <Button small icon={<IconPlus size={14} />} onClick={append}>
          {t('addRow', { name: label })}
        </Button>
      </div>
      <ScheduleCurve path={field.path} rows={rows} />
    </GroupSection>
  )
}

function Used({ count, most }: { count: number; most: number }) {
  const { number } = useFormat()
  if (count === 0) return null
  return (
    <span className={css.count} data-over={count > most || undefined} dir="ltr">
      {Number.isFinite(most) ? `${number(count)} / ${number(most)}` : number(count)}
    </span>
  )
}

function Heads({ fields }: { fields: readonly Field[] }) {
  const { form } = useField('')
  return (
    <div className={css.heads} aria-hidden="true" style={{ '--columns': fields.length } as CSSProperties}>
      {fields.map((field) => (
        <FieldLabel
          key={field.name}
          label={form.words.label(field.name)}
          name={field.name}
          required={field.required}
        />
      ))}
    </div>
  )
}

interface RowProps {
  field: Field
  index: number
  row: unknown
  isLine: boolean
  isNew: boolean
  onRemove: () => void
  draw: NestedProps['draw']
}

function Row({ field, index, row, isLine, isNew, onRemove, draw }: RowProps) {
  const path = childPath(field.path, index)
  const { form, label } = useField(field.path, field.name)
  const t = useTexts('commands')
  const body = useFocusWhenNew(isNew)
  const item = itemSchema(form.root, field.schema)
  const given = isObject(row) ? row : {}
  const members = fieldsOf(form.root, item, path)
  return (
    <fieldset className={isLine ? css.line : css.card} aria-label={`${label} ${index + 1}`}>
      <div
        ref={body}
        className={isLine ? css.cells : css.cardBody}
        style={
          { '--columns': members.filter((member) => member.name !== 'customData').length } as CSSProperties
        }
      >
        {isLine
          ? members
              .filter((member) => member.name !== 'customData')
              .map((member) => (
                <FieldControl key={member.name} field={member} value={given[member.name]} bare />
              ))
          : draw(item, path, given)}
      </div>
      <IconButton small label={t('removeRow', { name: label, number: index + 1 })} onClick={onRemove}>
        <IconTrash size={16} />
      </IconButton>
    </fieldset>
  )
}

/** Rows have no identity; keys preserve the state of the others when one is removed. */
function useRowKeys(count: number) {
  const next = useRef(0)
  const [keys, setKeys] = useState<readonly number[]>([])
  const [added, setAdded] = useState<number | null>(null)
  // Raw JSON may have changed the length.
  const known =
    keys.length === count ? keys : Array.from({ length: count }, (_, index) => keys[index] ?? -1 - index)
  return {
    keys: known,
    added,
    add() {
      next.current += 1
      setKeys([...known, next.current])
      setAdded(next.current)
    },
    remove: (index: number) => setKeys(known.filter((_, position) => position !== index)),
  }
}

/** Returns the number of rendered rows: a page, or as many as are needed to show a problem. */
function useVisible(path: string, count: number, shown: ReadonlyMap<string, unknown>) {
  const [asked, setAsked] = useState(page)
  let wrong = 0
  for (const place of shown.keys())
    if (place.startsWith(`${path}/`))
      wrong = Math.max(wrong, Number(place.slice(path.length + 1).split('/')[0]) + 1)
  return {
    count: Math.max(asked, wrong),
    showMore: () => setAsked(asked + page),
    showAll: () => setAsked(Math.max(asked, count + 1)),
  }
}
