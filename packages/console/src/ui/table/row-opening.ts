/** Returns true if a click is to open a new tab: with Ctrl or Command, or by the middle button. */
export const isNewTab = (event: { metaKey: boolean; ctrlKey: boolean; button?: number }): boolean =>
  event.metaKey || event.ctrlKey || event.button === 1

export function openInNewTab(address: string): void {
  window.open(address, '_blank')
}
