// Runs with every test file of the console. The files of a worker share one document and the packages that they
// import; each file loads the modules of the console again and starts with an empty document.
import { cleanup, configure } from '@testing-library/react'
import { format } from 'node:util'
import * as React from 'react'
import { afterAll, afterEach, expect, vi } from 'vitest'

// A busy machine takes longer than the one second of the library.
configure({ asyncUtilTimeout: 60_000 })

// The development build of React stores a stack for each of the first 10,000 elements of a second, for messages that
// no test shows: an eighth of the processor time of these tests. It stores none beyond that number.
const internals: object = Reflect.get(
  React,
  '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
)
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
  get: () => Number.POSITIVE_INFINITY,
  // React counts elements, and resets the count each second
  set: () => {},
})

// happy-dom has no document.fonts: text areas listen to it, and the map waits for it.
const fonts = Object.assign(new EventTarget(), { load: () => Promise.resolve([]) })
Object.defineProperty(document, 'fonts', { value: fonts, configurable: true })

afterEach(cleanup)

// While the library waits, React says that updates need `act`; happy-dom does not have the element `search`.
const ofEnvironment = /not configured to support act|The tag <search> is unrecognized/
let reported: string[] = []
const { error: print } = console
console.error = (...parts: unknown[]) => {
  const text = format(...parts)
  if (!ofEnvironment.test(text)) reported.push(text)
}

afterEach(() => {
  const errors = reported
  reported = []
  expect(errors).toEqual([])
})

afterAll(() => {
  console.error = print
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.resetModules()
  localStorage.clear()
  sessionStorage.clear()
  delete window.__stationmaster
  window.history.replaceState(null, '', '/')
  document.title = ''
  document.body.replaceChildren()
  for (const element of [document.documentElement, document.body])
    for (const name of element.getAttributeNames()) element.removeAttribute(name)
})
