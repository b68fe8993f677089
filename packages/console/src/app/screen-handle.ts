import type { AreaTable, ScreenRow } from '../lib/screen.ts'

/** What a route carries for the shell: its row and its area. */
export interface ScreenHandle {
  screen: ScreenRow
  table: AreaTable
}
