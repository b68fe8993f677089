import type { SessionUser } from './session.ts'

type Named = Pick<SessionUser, 'name' | 'profile'>

/** Returns first and last name, else the profile's name, else the login. */
export function displayName({ name, profile }: Named): string {
  const full = [name.first, name.last].filter((part) => part).join(' ')
  return full || profile.name || profile.username
}

/** Returns the uppercase first letters of the display name, at most two. */
export function initials(person: Named): string {
  const words = displayName(person)
    .split(/\s+/)
    .filter((word) => word !== '')
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]]
  return letters.map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '').join('')
}
