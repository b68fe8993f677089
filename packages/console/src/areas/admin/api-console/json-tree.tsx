import { useState } from 'react'
import { useTexts } from '../../../lib/texts.ts'
import { Button } from '../../../ui/buttons.tsx'
import css from './api-console.module.css'

/** Entries of a list or object that are rendered first, and added with each step. */
const step = 100
/** Objects with at most this many entries are open from the start. */
const openUpTo = 12
const longestText = 4_000

/** A value as a collapsible tree; collapsed parts are not rendered. */
export const JsonTree = ({ value }: { value: unknown }) => (
  <div className={css.tree} dir="ltr">
    <TreeNode value={value} depth={0} />
  </div>
)

function TreeNode({ name, value, depth }: { name?: string; value: unknown; depth: number }) {
  if (typeof value !== 'object' || value === null)
    return (
      <div className={css.leaf}>
        <Name name={name} />
        <Scalar value={value} />
      </div>
    )
  return <Branch name={name} value={value} depth={depth} />
}

function Branch({ name, value, depth }: { name?: string; value: object; depth: number }) {
  const t = useTexts('api-console')
  const isList = Array.isArray(value)
  const entries = Object.entries(value)
  const [isOpen, setOpen] = useState(depth === 0 || (depth < 3 && entries.length <= openUpTo))
  const [shown, setShown] = useState(step)
  const sum = isList ? `[${entries.length}]` : `{${entries.length}}`
  if (entries.length === 0)
    return (
      <div className={css.leaf}>
        <Name name={name} />
        <span className="muted">{isList ? '[]' : '{}'}</span>
      </div>
    )
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <Name name={name} />
        <span className="muted">{sum}</span>
      </summary>
      {isOpen && (
        <div className={css.inside}>
          {entries.slice(0, shown).map(([key, member]) => (
            <TreeNode key={key} name={key} value={member} depth={depth + 1} />
          ))}
          {entries.length > shown && (
            <Button small kind="quiet" onClick={() => setShown(shown + step)}>
              {t('more', { count: entries.length - shown })}
            </Button>
          )}
        </div>
      )}
    </details>
  )
}

const Name = ({ name }: { name: string | undefined }) =>
  name === undefined ? null : <span className={css.name}>{name}: </span>

function Scalar({ value }: { value: unknown }) {
  const text = JSON.stringify(value) ?? ''
  return (
    <span data-kind={value === null ? 'null' : typeof value}>
      {text.length > longestText ? `${text.slice(0, longestText)}…` : text}
    </span>
  )
}
