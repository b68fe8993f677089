import { expect, it } from 'vitest'
import { type LocalList, listRows } from './list-rows.ts'

const card = { id: 'c', name: 'Anna', status: 'Accepted', expiry: null, parentcode: null } as const
const entry = { code: 'A', status: 'Accepted', expiry: null, parentcode: null, card }
const list: LocalList = {
  stationid: 's',
  identity: 'CS-1',
  version: 3,
  updated: '2026-01-01T00:00:00.000Z',
  maxlength: null,
  entries: [],
  missing: [],
  missingcount: 0,
}

it.each([
  ['nothing', entry, []],
  ['the status', { ...entry, status: 'Blocked' }, ['status']],
  ['the expiry', { ...entry, expiry: '2027-01-01T00:00:00.000Z' }, ['expiry']],
  [
    'no part of a second',
    { ...entry, expiry: '2027-01-01T00:00:00.000Z', card: { ...card, expiry: '2027-01-01T00:00:00.900Z' } },
    [],
  ],
  ['the group', { ...entry, parentcode: 'G', card: { ...card, parentcode: 'H' } }, ['group']],
  ['no case of the group', { ...entry, parentcode: 'G', card: { ...card, parentcode: 'g' } }, []],
  ['the card', { ...entry, card: null }, ['noCard']],
])('an entry may differ in %s', (_, row, differences) => {
  expect(listRows({ ...list, entries: [row] })[0]?.differences).toEqual(differences)
})

it('lists cards that the list does not have last', () => {
  const rows = listRows({ ...list, entries: [entry], missing: [{ id: 'd', code: 'B', name: null }] })
  expect(rows.map(({ code, differences }) => [code, differences])).toEqual([
    ['A', []],
    ['B', ['missing']],
  ])
})

it('does not compare a list of unknown content, but compares the empty list', () => {
  const missing = [{ id: 'd', code: 'B', name: null }]
  expect(listRows({ ...list, version: 9, missing })).toEqual([])
  expect(listRows({ ...list, updated: null, version: 0, missing })).toEqual([])
  expect(listRows({ ...list, version: 0, missing })).toHaveLength(1)
})
