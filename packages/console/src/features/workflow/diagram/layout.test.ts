import { describe, expect, it } from 'vitest'
import {
  lineThrough,
  mirrored,
  type Place,
  type Point,
  placeInto,
  placePicture,
  type SizeOf,
} from './layout.ts'
import { type DrawnClass, pictureOf, type StateType } from './picture.ts'
import { type Direction, spotTowards } from './walk.ts'

const types: StateType[] = ['created', 'enabled', 'disabled', 'deleted']

/** Pseudorandom numbers by seed, so that a failure can be reproduced. */
function dice(seed: number) {
  let state = seed * 2_654_435_761 + 1
  return (below: number): number => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e3779b9) >>> 0
    return state % below
  }
}

const list = <T>(length: number, make: (at: number) => T): T[] => Array.from({ length }, (_, at) => make(at))

/** Random workflows, plausible and pathological. */
function randomClass(seed: number): DrawnClass {
  const roll = dice(seed)
  const states = list(1 + roll(15), (at) => ({
    code: `s${at}`,
    label: 'S'.repeat(3 + roll(30)),
    statetypecode: types[roll(4)]!,
  }))
  const methods = list(1 + roll(12), (at) => ({
    code: `m${at}`,
    label: 'm'.repeat(3 + roll(38)),
    visible: roll(2) === 0,
    statecode: null,
  }))
  const transitions = list(roll(41), (at) => ({
    id: `t${at}`,
    statecode: roll(9) === 0 ? null : states[roll(states.length)]!.code,
    methodcode: methods[roll(methods.length)]!.code,
    newstatecode: states[roll(states.length)]!.code,
  }))
  return { states, methods, transitions }
}

const seeds = list(60, (at) => at + 1)

/** Sizes that differ from item to item. */
const sizeOf: SizeOf = (key) => ({
  width: 112 + ((key.length * 37) % 150),
  height: 24 + ((key.length * 53) % 110),
})

const overlap = (a: Place, b: Place): boolean =>
  Math.abs(a.x - b.x) * 2 < a.width + b.width - 1 && Math.abs(a.y - b.y) * 2 < a.height + b.height - 1

const touches = (box: Place, { x, y }: Point): boolean =>
  Math.abs(x - box.x) <= box.width / 2 + 0.1 && Math.abs(y - box.y) <= box.height / 2 + 0.1

describe('the layout of a workflow', () => {
  it.each(['across', 'down'] as const)('overlaps no boxes or labels (%s)', (way) => {
    for (const seed of seeds) {
      const picture = pictureOf(randomClass(seed), true)
      const placed = placePicture(picture, sizeOf, way)
      const labelled = picture.arrows.filter(({ rides }) => rides.length > 0)
      const labels = labelled.map(({ key }) => placed.arrows.get(key)!.label)
      const places = [...placed.boxes.values(), ...labels]
      expect(places).toHaveLength(picture.boxes.length + labelled.length)
      for (const [at, place] of places.entries()) {
        const over = places.slice(at + 1).filter((other) => overlap(place, other))
        expect(over, `seed ${seed}`).toEqual([])
        expect(place.x - place.width / 2).toBeGreaterThanOrEqual(0)
        expect(place.x + place.width / 2).toBeLessThanOrEqual(placed.width)
        expect(place.y + place.height / 2).toBeLessThanOrEqual(placed.height)
      }
      for (const { label, points } of placed.arrows.values()) {
        const ends = [points[0]!, points.at(-1)!]
        for (const end of ends) expect([...placed.boxes.values()].some((box) => touches(box, end))).toBe(true)
        if (label.width > 0) expect(points).toContainEqual({ x: label.x, y: label.y })
      }
      for (const [key, box] of mirrored(placed).boxes)
        expect(box.x).toBeCloseTo(placed.width - placed.boxes.get(key)!.x)
    }
  })

  it('draws every transition once, and hidden ones on request', () => {
    for (const seed of seeds)
      for (const withHidden of [true, false]) {
        const workflow = randomClass(seed)
        const { boxes, arrows } = pictureOf(workflow, withHidden)
        const rides = [
          ...boxes.flatMap((box) => (box.kind === 'state' ? box.stays : box.rides)),
          ...arrows.flatMap((arrow) => arrow.rides),
        ]
        const drawn = rides.flatMap(({ transitions }) => transitions.map(({ id }) => id)).sort()
        const methods = new Set(
          workflow.methods.filter(({ visible }) => visible || withHidden).map(({ code }) => code),
        )
        const wanted = workflow.transitions.filter(({ methodcode }) => methods.has(methodcode))
        expect(drawn).toEqual(wanted.map(({ id }) => id).sort())
        expect(new Set(rides.map(({ key }) => key)).size).toBe(rides.length)
      }
  })

  it('chooses the direction that fits the window, and draws lines through their labels', () => {
    const states = types.map((type) => ({ code: type, label: type, statetypecode: type }))
    const methods = types.map((code) => ({ code, label: code, visible: true, statecode: null }))
    const transitions = types.slice(1).map((to, at) => ({
      id: to,
      statecode: types[at]!,
      methodcode: to,
      newstatecode: to,
    }))
    const picture = pictureOf({ states, methods, transitions }, false)
    const wide = placeInto(picture, sizeOf, { width: 1_200, height: 300 })
    const narrow = placeInto(picture, sizeOf, { width: 300, height: 900 })
    expect(wide.width).toBeGreaterThan(wide.height)
    expect(narrow.height).toBeGreaterThan(narrow.width)
    const { points } = wide.arrows.get('state created > state enabled')!
    expect(lineThrough(points, wide.way)).toMatch(/^M[\d.]+,[\d.]+ C/)
    expect(lineThrough([], 'down')).toBe('')
  })
})

describe('arrow keys', () => {
  const spots = [
    { key: 'a', x: 0, y: 0 },
    { key: 'b', x: 100, y: 10 },
    { key: 'c', x: 60, y: 90 },
    { key: 'd', x: 0, y: 100 },
  ]
  it.each([
    ['a', 'ArrowRight', 'b'],
    ['a', 'ArrowDown', 'd'],
    ['b', 'ArrowLeft', 'a'],
    ['b', 'ArrowDown', 'c'],
    ['d', 'ArrowRight', 'c'],
    ['a', 'ArrowUp', null],
  ] as const)('lead from %s by %s to %s', (from, direction, to) => {
    const here = spots.find(({ key }) => key === from)!
    expect(spotTowards(spots, here, direction as Direction)?.key ?? null).toBe(to)
  })
})
