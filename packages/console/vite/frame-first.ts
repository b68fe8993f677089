import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const source = (path: string): string => fileURLToPath(new URL(`../src/${path}`, import.meta.url))

/** What the frame loads before any screen, and what all screens load. */
const parts = ['app/shell/shell.tsx', 'ui/table/list-screen.tsx', 'ui/data/key-values.tsx'].map(source)

/** Modules that are loaded on demand inside of the frame only. */
const insideFrame = /\/console\/src\/(areas\/(?!sign\/|driver\/guest\/)|features\/|ui\/).*\.tsx?$/
/** Modules that load others outside of the frame, too. */
const outsideFrame = /\/console\/src\/(areas\/(sign|driver\/guest)\/|main\.tsx)/

const frame = '\0stationmaster-frame'
/** The frame of the pages of drivers: without the tables of operators. */
const driverFrame = '\0stationmaster-driver-frame'
const ofDriver = /\/areas\/driver\/(driver-screens|screens\/|parts\/)/

const importsOf = (paths: readonly string[]): string =>
  paths.map((part) => `import ${JSON.stringify(part)}`).join('\n')

/**
 * Lets every module that is loaded on demand inside of the frame import the frame first. The bundler does not know that
 * the frame is there already: it would make a file of each module that the frame shares with a few screens, more than a
 * hundred requests for a page.
 */
export function frameFirstPlugin(): Plugin {
  const onDemand = new Set<string>()
  return {
    name: 'stationmaster-frame-first',
    apply: 'build',
    enforce: 'pre',
    async resolveId(id, importer, options) {
      if (id === frame || id === driverFrame) return { id, moduleSideEffects: true }
      const { kind } = options as { kind?: string }
      if (kind !== 'dynamic-import' || !importer || outsideFrame.test(importer)) return null
      const resolved = await this.resolve(id, importer, { ...options, skipSelf: true })
      if (resolved && insideFrame.test(resolved.id)) onDemand.add(resolved.id)
      return resolved
    },
    load: (id) =>
      id === frame ? importsOf(parts) : id === driverFrame ? importsOf(parts.slice(0, 1)) : null,
    transform: (code, id) =>
      onDemand.has(id)
        ? { code: `import ${JSON.stringify(ofDriver.test(id) ? driverFrame : frame)}\n${code}`, map: null }
        : parts.includes(id)
          ? { code, map: null, moduleSideEffects: true }
          : null,
  }
}
