import type { AreaTable, ScreenRow } from '../lib/screen.ts'

/** Data of a route for the shell: its row and its area. */
export interface ScreenHandle {
  screen: ScreenRow
  table: AreaTable
}
