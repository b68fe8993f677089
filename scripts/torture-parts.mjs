// The parts of `npm run torture`, and how they follow each other.

const wire = (name) => `packages/server/test/${name}.test.ts`

/**
 * Parts by name: the file, a part of the title of its test if there are several, and the most rounds that are useful.
 * `isSeparate`: the test takes minutes, and `npm test` does not run it. `areJoined`: its rounds follow each other and are
 * repeated together.
 * @type {Readonly<Record<string, { file: string, test?: string, most?: number, isSeparate?: boolean, areJoined?: boolean }>>}
 */
export const parts = {
  simulation: { file: wire('simulation') },
  histories: { file: wire('histories'), test: 'a history' },
  meters: { file: wire('histories'), test: 'a meter' },
  crash: { file: wire('crash'), areJoined: true },
  billing: { file: wire('billing-faults') },
  fuzz: { file: wire('fuzz') },
  handlers: { file: wire('failing-calls'), test: 'any handler' },
  kills: { file: wire('failing-calls'), test: 'a gateway' },
  jobs: { file: wire('failing-calls'), test: 'a job' },
  queue: { file: wire('flood'), test: 'queued messages', areJoined: true },
  fleet: { file: wire('fleet'), most: 1, isSeparate: true },
  soak: { file: wire('soak'), most: 1, isSeparate: true },
  migration: { file: wire('large-migration'), most: 1, isSeparate: true },
}

/**
 * Runs parts one after the other and stores the result of each; returns the results. A signal ends it: the part that ran
 * then has no result.
 */
export async function runParts(names, { run, store, signal }) {
  const results = []
  for (const name of names) {
    if (signal.aborted) break
    const result = await run(name)
    // read again: the signal comes while a part runs, or while a result is stored
    if (signal.aborted) break
    results.push(result)
    await store(result)
  }
  return results
}
