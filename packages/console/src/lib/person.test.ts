import { describe, expect, it } from 'vitest'
import { displayName, initials } from './person.ts'

const person = (first: string | null, last: string | null, name: string | null = null) => ({
  name: { first, last },
  profile: { name, username: 'mkeller', picture: null },
})

describe('people', () => {
  it.each([
    [person('Mara', 'Keller'), 'Mara Keller', 'MK'],
    [person('Mara', null), 'Mara', 'M'],
    [person(null, null, 'Mara de la Keller'), 'Mara de la Keller', 'MK'],
    [person(null, null), 'mkeller', 'M'],
    [person('élodie', 'ørsted'), 'élodie ørsted', 'ÉØ'],
  ])('%j', (who, name, letters) => {
    expect(displayName(who)).toBe(name)
    expect(initials(who)).toBe(letters)
  })
})
