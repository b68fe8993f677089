import type { Log } from './log.ts'

type Close = () => unknown

/** Calls all functions in reverse order, each after the one before has ended. Throws the failures together. */
export async function closeAll(closers: Close[]): Promise<void> {
  const failures: unknown[] = []
  for (const close of closers.splice(0).reverse()) {
    try {
      await close()
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'some parts could not be closed')
}

/**
 * Starts parts that register how they are closed, and adds `close`, which closes all of them. If the start
 * fails, closes those that were started and throws the error of the start.
 */
export async function startAll<Started extends object>(
  start: (onClose: (close: Close) => void) => Promise<Started>,
  log: Pick<Log, 'error'>,
): Promise<Started & { close: () => Promise<void> }> {
  const closers: Close[] = []
  const close = () => closeAll(closers)
  try {
    return { ...(await start((part) => void closers.push(part))), close }
  } catch (error) {
    await close().catch((err: unknown) => log.error({ err }, 'closing after a failed start failed'))
    throw error
  }
}
