import { fireEvent, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { show } from '../../../test/render.tsx'
import { PasswordField, SuggestField, TextAreaField, TextField } from './fields.tsx'
import { PlainField } from './plain-field.tsx'

const send = vi.fn()

const kinds = {
  text: <TextField label="Code" maxLength={20} defaultValue="" />,
  area: <TextAreaField label="Code" maxLength={20} defaultValue="" />,
  suggestions: <SuggestField label="Code" maxLength={20} defaultValue="" />,
  password: <PasswordField label="Code" maxLength={20} defaultValue="" />,
  plain: <PlainField label="Code" maxLength={20} defaultValue="" />,
}

describe.each(Object.entries(kinds))('a field (%s) with a maximum length', (_, field) => {
  it('keeps a longer text, says that it is too long, and blocks submitting', async () => {
    send.mockClear()
    await show(
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        {field}
        <button type="submit">Send</button>
      </form>,
    )
    const input = screen.getByLabelText<HTMLInputElement>('Code', { selector: 'input, textarea' })
    // With this attribute a browser truncates pasted text silently.
    expect(input.getAttribute('maxlength')).toBeNull()
    fireEvent.change(input, { target: { value: '1234567890123456789012345' } })
    expect(screen.getByText('Too long: 25 of 20 characters')).toBeTruthy()
    fireEvent.submit(input.form!)
    expect(send).not.toHaveBeenCalled()
    expect(document.activeElement).toBe(input)

    fireEvent.change(input, { target: { value: '12345678901234567890' } })
    expect(screen.queryByText(/Too long/)).toBeNull()
    fireEvent.submit(input.form!)
    expect(send).toHaveBeenCalledOnce()
  })
})

it('counts characters as the server does, without surrounding spaces', async () => {
  await show(<TextField label="Code" maxLength={3} defaultValue=" 🔌🔌🔌 " />)
  expect(screen.queryByText(/Too long/)).toBeNull()
  fireEvent.change(screen.getByLabelText('Code'), { target: { value: '🔌🔌🔌🔌' } })
  expect(screen.getByText('Too long: 4 of 3 characters')).toBeTruthy()
})
