// Loaded together when one of them is opened.
export { EvseDrawer } from './evse-drawer.tsx'
export { ExclusionDialog } from './exclusion-dialog.tsx'
