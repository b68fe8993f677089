import { expect, test, vi } from 'vitest'
import { closeAll, startAll } from './close-all.ts'

test('all parts are closed in reverse order, once, even if some fail', async () => {
  const closed: number[] = []
  const failure = new Error('the second fails')
  const closers = [
    () => closed.push(1),
    () => Promise.reject(failure),
    async () => void closed.push(3),
    () => {
      throw failure
    },
  ]
  await expect(closeAll(closers)).rejects.toMatchObject({ errors: [failure, failure] })
  expect(closed).toEqual([3, 1])
  await closeAll(closers)
  expect(closed).toEqual([3, 1])
})

test('a failed start closes its parts and throws its own error', async () => {
  const closed: number[] = []
  const log = { error: vi.fn() }
  const start = startAll(async (onClose) => {
    onClose(() => closed.push(1))
    onClose(() => {
      throw new Error('a part fails')
    })
    if (closed.length === 0) throw new Error('the start fails')
    return {}
  }, log)
  await expect(start).rejects.toThrow('the start fails')
  expect(closed).toEqual([1])
  expect(log.error).toHaveBeenCalledOnce()
})

test('the result of a start closes its parts', async () => {
  const closed: number[] = []
  const started = await startAll(
    async (onClose) => {
      onClose(() => closed.push(1))
      return { port: 80 }
    },
    { error: vi.fn() },
  )
  expect([started.port, closed]).toEqual([80, []])
  await started.close()
  expect(closed).toEqual([1])
})
