import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Returns the bytes in use after garbage collection. */
export async function usedHeap(): Promise<number> {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  for (let round = 0; round < 3; round++) {
    collect()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return process.memoryUsage().heapUsed
}
