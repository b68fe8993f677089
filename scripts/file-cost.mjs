// Runs with every test file, to measure the processor time that it takes in its worker.
import { afterAll } from 'vitest'

const begin = process.cpuUsage()

// The hook that is registered first runs last.
// oxlint-disable-next-line no-empty-pattern -- vitest requires the pattern in the first parameter
afterAll(({}, file) => {
  const { user, system } = process.cpuUsage(begin)
  file.meta.cpuSeconds = (user + system) / 1e6
})
