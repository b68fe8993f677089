/** Returns the bytes of a file in base64, or null if the browser cannot read it. */
export function readAsBase64(file: Blob): Promise<string | null> {
  return new Promise((resolve) => {
    const reader = new FileReader()
    reader.addEventListener('error', () => resolve(null))
    reader.addEventListener('load', () => {
      const address = typeof reader.result === 'string' ? reader.result : ''
      const data = address.slice(address.indexOf(',') + 1)
      // An empty file cannot be added either.
      resolve(data === '' ? null : data)
    })
    reader.readAsDataURL(file)
  })
}
