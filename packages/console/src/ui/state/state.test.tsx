import { fireEvent, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { show } from '../../../test/render.tsx'
import { customLabels, nameKey } from '../../lib/texts.ts'
import { StateBar } from './state-bar.tsx'
import { StateChip } from './state-chip.tsx'
import { StateGlyph } from './state-glyph.tsx'
import { displayStates, stateOf, stateWordKey } from './state-names.ts'

describe('states', () => {
  it.each([
    ['suspendedevse', 'suspended'],
    ['suspendedev', 'suspended'],
    ['created', 'unavailable'],
    ['disabled', 'disabled'],
    ['something new', 'unavailable'],
  ])('%s is drawn as %s', (code, drawn) => expect(stateOf(code)).toBe(drawn))

  it('have different icons', async () => {
    const { container } = await show(
      <>
        {[...displayStates, 'disabled', 'deleted'].map((state) => (
          <StateGlyph key={state} state={state} alone />
        ))}
      </>,
    )
    const shapes = [...container.querySelectorAll('svg')].map((svg) =>
      svg.innerHTML.replace(/<title>.*<\/title>/, ''),
    )
    expect(new Set(shapes).size).toBe(11)
    expect(screen.getByRole('img', { name: 'Faulted' })).toBeTruthy()
  })

  it('show which side suspended', async () => {
    await show(<StateChip state="suspendedev" />)
    expect(screen.getByText('Suspended by car')).toBeTruthy()
    expect(stateWordKey('unheard of')).toBe('states.unavailable')
  })
})

const names = () => screen.getAllByRole('button').map(({ textContent }) => textContent)

describe('the state bar', () => {
  it('filters by its legend, keeping the order of the states', async () => {
    const choose = vi.fn()
    await show(<StateBar counts={{ available: 1_370, faulted: 2 }} chosen={['faulted']} onChoose={choose} />)
    const faulted = screen.getByRole('button', { name: 'Faulted 2' })
    expect(faulted.getAttribute('aria-pressed')).toBe('true')
    screen.getByRole('button', { name: 'Available 1,370' }).click()
    expect(choose).toHaveBeenLastCalledWith(['faulted', 'available'])
    faulted.click()
    expect(choose).toHaveBeenLastCalledWith([])
  })

  it('shows states that need attention first, and folds those without stations', async () => {
    await show(<StateBar counts={{ available: 5, offline: 1, faulted: 2 }} chosen={[]} onChoose={() => {}} />)
    expect(names()).toEqual(['Faulted 2', 'Offline 1', 'Available 5', '6 more'])
    fireEvent.click(screen.getByRole('button', { name: '6 more' }))
    expect(names()).toHaveLength(10)
    expect(screen.getByRole('button', { name: 'Charging 0' })).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Hide empty' }))
    expect(names()).toHaveLength(4)
  })

  it('keeps a chosen state without stations', async () => {
    await show(<StateBar counts={{ available: 5 }} chosen={['faulted']} onChoose={() => {}} />)
    expect(screen.getByRole('button', { name: 'Faulted 0' })).toBeTruthy()
  })

  it('has an entry for a state that an administrator added, with its label', async () => {
    const choose = vi.fn()
    customLabels.set(new Map([[nameKey('state', 'charge_point', 'repair'), 'Under repair']]))
    await show(<StateBar counts={{ available: 1, repair: 2 }} chosen={['available']} onChoose={choose} />)
    screen.getByRole('button', { name: 'Under repair 2' }).click()
    expect(choose).toHaveBeenLastCalledWith(['available', 'repair'])
  })
})
