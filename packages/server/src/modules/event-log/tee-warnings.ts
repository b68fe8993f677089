import type { Log } from '../../shared/log.ts'
import type { LoggedEvent, LogEvent } from '../../shared/log-event.ts'

type Fields = Record<string, unknown>
type Level = 'message' | 'warning' | 'error'

/**
 * Returns a log that also reports warnings and errors as events, whatever its level. A line has the form
 * `source: what happened`; the attached error gives the cause. Lines of level `info` become messages if they
 * have this form.
 */
export function teeWarningsToEventLog(log: Log, logEvent: LogEvent): Log {
  const tee = Object.create(log) as Log // all other methods are inherited from the log
  const wrap =
    (type: Level, write: (...args: unknown[]) => void) =>
    (...args: unknown[]): void => {
      write.apply(log, args)
      const event = eventOf(type, args)
      if (event) logEvent(event)
    }
  // the overloads of each take any arguments
  tee.info = wrap('message', log.info as never)
  tee.warn = wrap('warning', log.warn as never)
  tee.error = wrap('error', log.error as never)
  return tee
}

function eventOf(type: Level, args: unknown[]): LoggedEvent | null {
  const [fields, message] = typeof args[0] === 'string' ? [{}, args[0]] : [args[0] as Fields, args[1]]
  if (typeof message !== 'string') return null
  const [, source, what] = /^([a-z-]+): (.+)$/s.exec(message) ?? []
  if (type === 'message' && source === undefined) return null
  return {
    type,
    code: source ?? 'server',
    event: what ?? message,
    text: reasonOf(fields),
    object: namedBy(fields, ['station', 'mail', 'job', 'provider', 'kind']),
    correlation: namedBy(fields, ['correlation']),
  }
}

function reasonOf(fields: Fields): string {
  const { err, why, count, dropped } = fields
  if (Array.isArray(dropped)) return dropped.join(', ')
  if (err instanceof Error) {
    const { code } = err as { code?: unknown }
    const name = err.constructor.name || err.name
    return `${typeof code === 'string' ? `${name} ${code}` : name}: ${err.message}`
  }
  return typeof why === 'string' ? why : typeof count === 'number' ? String(count) : ''
}

const namedBy = (fields: Fields, names: readonly string[]): string | null => {
  for (const name of names) if (typeof fields[name] === 'string') return fields[name]
  return null
}
