import { type KeyboardEvent, useId, useRef } from 'react'
import { Link, useNavigate } from 'react-router'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { TextField } from '../../../ui/form/fields.tsx'
import { type ApiEndpoint, findEndpoints } from './api-endpoints.ts'
import css from './api-console.module.css'

/**
 * All endpoints by subject; the typed text completes a path or finds words of the summaries. Arrow keys move,
 * Enter opens.
 */
export function CallList({
  endpoints,
  chosen,
  typed,
  onType,
}: {
  endpoints: readonly ApiEndpoint[]
  chosen: string
  typed: string
  onType: (typed: string) => void
}) {
  const t = useTexts('api-console')
  const navigate = useNavigate()
  const list = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const count = useId()
  const groups = findEndpoints(endpoints, typed)
  const links = () => [...(list.current?.querySelectorAll('a') ?? [])]
  const onFieldKey = (event: KeyboardEvent<HTMLInputElement>): void => {
    // Uses the current value of the field: the list may lag behind.
    const first = findEndpoints(endpoints, event.currentTarget.value)[0]?.calls[0]
    if (event.key === 'Enter' && first) void navigate(callHref(first.path))
    else if (event.key === 'ArrowDown') links()[0]?.focus()
    else return
    event.preventDefault()
  }
  const onListKey = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined) return
    const all = links()
    const at = all.indexOf(document.activeElement as HTMLAnchorElement) + step
    if (at < 0) field.current?.focus()
    else all[at]?.focus()
    event.preventDefault()
  }
  const found = groups.reduce((sum, { calls }) => sum + calls.length, 0)
  return (
    <nav className={css.calls} aria-label={t('calls')}>
      <div className={css.find}>
        <TextField
          ref={field}
          type="search"
          size="xs"
          className="mono"
          aria-label={t('path')}
          aria-describedby={count}
          placeholder="/charge_point/list"
          spellCheck={false}
          autoComplete="off"
          value={typed}
          onChange={(event) => onType(event.currentTarget.value)}
          onKeyDown={onFieldKey}
        />
        <output id={count} className="muted" aria-live="polite">
          {t('found', { count: found })}
        </output>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- arrows move between the links inside */}
      <div ref={list} className={css.groups} onKeyDown={onListKey}>
        {groups.map(({ subject, calls }) => (
          <section key={subject}>
            {/* The API is described in English only. */}
            <h2 className="group-label" lang="en">
              {subject}
            </h2>
            <ul>
              {calls.map((call) => (
                <li key={call.path}>
                  <Link
                    className="nav-link"
                    to={callHref(call.path)}
                    aria-current={call.path === chosen ? 'page' : undefined}
                    title={call.summary}
                    lang="en"
                    preventScrollReset
                  >
                    <bdi className="mono">{call.path}</bdi>
                    <small lang="en">{call.summary}</small>
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </nav>
  )
}

/**
 * Returns the address of the console for an endpoint: its path in up to three parts, the last of which holds
 * the rest.
 */
export const callHref = (path: string): string => {
  const [first, second, ...rest] = path.split('/').filter(Boolean)
  return addressOf('/admin/console', [first, second, rest.join('/')])
}

/** Returns the path of the endpoint from the parts of an address; empty without parts. */
export const pathOf = (...parts: (string | undefined)[]): string =>
  parts
    .filter(Boolean)
    .map((part) => `/${part}`)
    .join('')
