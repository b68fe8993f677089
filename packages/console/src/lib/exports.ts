/** Files that the server exports lists as. */
export { type ExportFormat, maxExportRows, type Sheet, type SheetColumn } from '@stationmaster/contract'
