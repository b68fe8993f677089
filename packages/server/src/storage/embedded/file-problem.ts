import { StartProblem } from '../../shared/start-problem.ts'

/** Problem of a folder or file that the user may not write. */
export const notWritable = (path: string): string =>
  `${path} is not writable: give this user the right to write there, or set DATA_DIR to another folder`

const reasons: Record<string, (path: string) => string> = {
  EACCES: notWritable,
  EPERM: notWritable,
  EROFS: (path) => `${path} lies on a read-only disk: set DATA_DIR to a folder on a writable one`,
  ENOSPC: (path) =>
    `no space left on the disk of ${path}: free some, or set DATA_DIR to a folder on another disk`,
  EDQUOT: (path) =>
    `the disk quota is used up for ${path}: free some space, or set DATA_DIR to another folder`,
  ENOTDIR: (path) =>
    `${path} cannot be made because a part of its path is a file: set DATA_DIR to another folder`,
  EEXIST: (path) =>
    `${path} is a file where a folder is needed: move it away, or set DATA_DIR to another folder`,
}

/**
 * Converts a failed file operation to a one-line problem; errors without a known reason are returned
 * unchanged.
 */
export function fileProblem(error: unknown, path: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const reason = reasons[code]
  return reason ? new StartProblem(reason(path), { cause: error }) : error
}

/** Runs a file operation on a path and throws a one-line problem if it fails for a known reason. */
export async function onDisk<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw fileProblem(error, path)
  }
}
