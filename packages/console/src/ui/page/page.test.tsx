import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { show } from '../../../test/render.tsx'
import { Row, Stack } from './page.tsx'

it('has space between the parts of stacks and rows', async () => {
  await show(
    <Stack>
      <Row gap={4}>
        <b>Part</b>
      </Row>
    </Stack>,
  )
  const row = screen.getByText('Part').parentElement!
  expect(row.style.gap).toBe('16px')
  expect(row.parentElement!.style.gap).toBe('12px')
})
