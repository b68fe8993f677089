import { fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { show } from '../../../../test/render.tsx'
import type { Texts } from '../../../lib/text-keys.ts'
import { TopUpForm } from './pay-form.tsx'

const texts: (keyof Texts)[] = ['driver', 'driver-money']

it('says what an amount looks like if the typed one is zero or not an amount', async () => {
  await show(<TopUpForm currency="EUR" providers={[{ code: 'stripe', trial: false }]} />, { texts })
  const field = screen.getByLabelText('Other amount (EUR)')
  for (const typed of ['0', '1.234', 'ten']) {
    fireEvent.change(field, { target: { value: typed } })
    fireEvent.blur(field)
    expect(screen.getByRole('alert').textContent).toBe('Enter an amount such as 12.50.')
    expect(screen.getByRole('button', { name: 'Continue to payment' })).toHaveProperty('disabled', true)
  }
})

it('asks for no amount where none can be paid online', async () => {
  await show(<TopUpForm currency="EUR" providers={[]} />, { texts })
  screen.getByText('Online payment is not available here. Ask the operator how to pay.')
  expect(screen.queryByRole('radio')).toBeNull()
  expect(screen.queryByLabelText(/Other amount/)).toBeNull()
})
