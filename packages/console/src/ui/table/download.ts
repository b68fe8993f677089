/** Saves a file by the browser's download. */
export function download(content: Blob, name: string): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has read the address when the click returns.
  setTimeout(() => URL.revokeObjectURL(address), 0)
}
