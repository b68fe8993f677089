import { fireEvent, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { show } from '../../../../test/render.tsx'
import type { DrawnClass } from './picture.ts'
import { StateDiagram } from './state-diagram.tsx'

const state = (
  code: string,
  label: string,
  statetypecode: 'created' | 'enabled' | 'disabled' | 'deleted',
) => ({
  code,
  label,
  statetypecode,
})
const method = (code: string, label: string, visible = true) => ({ code, label, visible, statecode: null })
const way = (from: string | null, methodcode: string, newstatecode: string) => ({
  id: `${from ?? '*'} ${methodcode}`,
  statecode: from,
  methodcode,
  newstatecode,
})

const parking: DrawnClass = {
  states: [
    state('created', 'New', 'created'),
    state('free', 'Free', 'enabled'),
    state('taken', 'Taken', 'enabled'),
    state('closed', 'Closed', 'disabled'),
    state('gone', 'Gone', 'deleted'),
  ],
  methods: [
    method('open', 'Open'),
    method('take', 'Take'),
    method('leave', 'Leave', false),
    method('clean', 'Clean'),
    method('delete', 'Delete'),
    method('rename', 'Rename'),
  ],
  transitions: [
    way('created', 'open', 'free'),
    way('closed', 'open', 'free'),
    way('free', 'take', 'taken'),
    way('taken', 'leave', 'free'),
    way('free', 'clean', 'free'),
    ...['created', 'free', 'taken', 'closed'].map((from) => way(from, 'delete', 'gone')),
  ],
}

const press = (key: string) => fireEvent.keyDown(document.activeElement!, { key })
/** The accessible name of a button: a label, or its text. */
const nameOf = (button: Element | null) => button?.getAttribute('aria-label') ?? button?.textContent ?? ''
const here = () => nameOf(document.activeElement)

async function draw(of = parking) {
  const handlers = { onState: vi.fn(), onRide: vi.fn(), onConnect: vi.fn(), onMethod: vi.fn() }
  const { container } = await show(<StateDiagram label="Parking space" of={of} {...handlers} />, {
    texts: ['workflow'],
  })
  const buttons = () => [...container.querySelectorAll<HTMLButtonElement>('[role=group] button')]
  const names = () => buttons().map(nameOf)
  const named = (start: string) => buttons().find((button) => nameOf(button).startsWith(start))!
  return {
    ...handlers,
    container,
    buttons,
    names,
    pick: (start: string) => fireEvent.click(named(start)),
    named,
  }
}

describe('the diagram of a class', () => {
  it('describes states and transitions in text, and merges many transitions to one state', async () => {
    const { container, names, onMethod } = await draw()
    expect(container.querySelector('[role=group]')?.getAttribute('aria-label')).toBe('Parking space')
    expect(names()).toEqual([
      'New created · start',
      'Open: from New to Free',
      'Free enabled',
      'Clean: stays in Free',
      'Take: from Free to Taken',
      'Taken enabled',
      'Leave: from Taken to Free, run by the system only',
      'Closed disabled',
      'Open: from Closed to Free',
      'Gone deleted',
      'Delete: from New, Free, Taken, Closed to Gone',
    ])
    expect(screen.getByText(/5 states, 5 arrows/)).toBeDefined()
    // Numbers keep their direction in a right-to-left page.
    expect(screen.getByText(/^(60|[7-9]\d|100)%$/).tagName).toBe('BDI')
    fireEvent.click(screen.getByText('Rename'))
    expect(onMethod).toHaveBeenCalledWith('rename')
    fireEvent.click(screen.getByLabelText('System methods'))
    expect(names().filter((name) => name.startsWith('Leave'))).toEqual([])
    expect(names()).toHaveLength(10)
  })

  it('is one tab stop, navigated by keys, and opens or connects the selected items', async () => {
    const { buttons, named, pick, onState, onRide, onConnect } = await draw()
    const stops = () => buttons().filter((button) => button.tabIndex === 0)
    expect(stops()).toHaveLength(1)
    stops()[0]!.focus()
    press('PageDown')
    expect(here()).toBe('Open: from New to Free')
    press('End')
    expect(here()).toMatch(/^Delete/)
    press('Home')
    expect(here()).toMatch(/^New/)
    for (const [at, button] of buttons().entries())
      vi.spyOn(button, 'getBoundingClientRect').mockReturnValue(new DOMRect(at * 100, 0, 80, 24))
    press('ArrowRight')
    press('ArrowRight')
    expect(here()).toMatch(/^Free/)
    expect(stops()).toHaveLength(1)
    pick('Free')
    expect(onState).toHaveBeenCalledWith('free')
    pick('Delete')
    expect(onRide.mock.calls[0]![0].transitions).toHaveLength(4)

    const join = screen.getByText('Draw a transition')
    fireEvent.click(join)
    pick('Free')
    expect(screen.getByText(/^From Free: choose the state/)).toBeDefined()
    pick('Closed')
    expect(onConnect).toHaveBeenCalledWith('free', 'closed')
    fireEvent.click(join)
    pick('Taken')
    fireEvent.keyDown(named('Taken'), { key: 'Escape' })
    pick('Gone')
    expect(onConnect).toHaveBeenCalledTimes(1)
    expect(onState).toHaveBeenLastCalledWith('gone')
  })

  it('says that there is nothing to draw yet', async () => {
    await draw({ states: [], methods: [], transitions: [] })
    expect(screen.getByText(/^No states yet/)).toBeDefined()
  })
})
