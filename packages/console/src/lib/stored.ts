/**
 * What the console keeps in local storage, each thing under a fixed name. Storage may be forbidden or full:
 * reading then gives null and writing does nothing, the page works on with what it has in memory.
 */
const prefix = 'stationmaster.'

export type StoredName =
  | 'login_token'
  | 'user_id'
  | 'theme_type'
  | 'default_language'
  | 'mode_path'
  | 'settings'
  | 'token_lease'
  | `console.${string}`
  | `machine.${string}`
  | `table.${string}`
  | `views.${string}`

export function readStored(name: StoredName): string | null {
  try {
    return window.localStorage.getItem(prefix + name)
  } catch {
    return null
  }
}

/** Keeps a value; null removes it. */
export function keepStored(name: StoredName, value: string | null): void {
  try {
    if (value === null) window.localStorage.removeItem(prefix + name)
    else window.localStorage.setItem(prefix + name, value)
  } catch {
    // Private windows and full disks: the choice lives as long as the page.
  }
}

/** Tells when another tab changed the value; answers the function that stops listening. */
export function onStored(name: StoredName, listener: (value: string | null) => void): () => void {
  const hear = (event: StorageEvent): void => {
    // A key of null means that another tab cleared everything.
    if (event.key === prefix + name || event.key === null) listener(readStored(name))
  }
  window.addEventListener('storage', hear)
  return () => window.removeEventListener('storage', hear)
}
