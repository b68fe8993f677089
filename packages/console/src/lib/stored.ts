/**
 * Values in local storage, each under a fixed name. Storage may be forbidden or full: reading then returns
 * null and writing does nothing, the page continues with its state in memory.
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
  | 'offline'
  | `console.${string}`
  | `recent.${string}`
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

/** Stores a value; null removes it. */
export function writeStored(name: StoredName, value: string | null): void {
  try {
    if (value === null) window.localStorage.removeItem(prefix + name)
    else window.localStorage.setItem(prefix + name, value)
  } catch {
    // Private windows and full disks: the value lasts until the page is closed.
  }
}

/** Reports changes of the value in another tab; returns the function that unsubscribes. */
export function onStored(name: StoredName, listener: (value: string | null) => void): () => void {
  const hear = (event: StorageEvent): void => {
    // A key of null means that another tab cleared everything.
    if (event.key === prefix + name || event.key === null) listener(readStored(name))
  }
  window.addEventListener('storage', hear)
  return () => window.removeEventListener('storage', hear)
}
