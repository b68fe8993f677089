import { renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useDraftVersion } from './stored-values.ts'

const props = (version: number, isDirty: boolean) => ({ version, isDirty })

it('the version of a draft is the newest until something is typed, and again after the draft is discarded', () => {
  const { result, rerender } = renderHook(({ version, isDirty }) => useDraftVersion(version, isDirty), {
    initialProps: props(1, false),
  })
  const versions = [props(2, false), props(2, true), props(3, true), props(3, false)].map((next) => {
    rerender(next)
    return result.current
  })
  expect(versions).toEqual([2, 2, 2, 3])
})
