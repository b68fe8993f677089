import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { show } from '../../../test/render.tsx'
import { Confirmations } from './confirmations.tsx'
import { stationImport } from '../../features/stations/station-import.tsx'
import { applyPageConfig } from '../../lib/page-config.ts'
import { ImportDialog } from '../../ui/import/import-dialog.tsx'

const checked = { rows: 1, valid: 1, errorcount: 0, errors: [], columns: [], preview: [], scripts: false }
const imported = { imported: 1, keys: [{ identity: 'NEW-1', key: 'secret' }] }

beforeEach(() => {
  applyPageConfig({ authorize: false, debug: false })
  vi.stubGlobal('fetch', (path: string) =>
    Promise.resolve(Response.json(path.endsWith('/run') ? imported : checked)),
  )
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:keys')
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function importStations() {
  const onClose = vi.fn()
  await show(
    <>
      <ImportDialog of={stationImport} onClose={onClose} />
      <Confirmations />
    </>,
    { texts: ['imports', 'stations'] },
  )
  const field = document.querySelector('input[type=file]')!
  fireEvent.change(field, { target: { files: [new File(['Identity\nNEW-1\n'], 'new.csv')] } })
  fireEvent.click(await screen.findByRole('button', { name: 'Import 1 station', hidden: true }))
  await screen.findByText(/Each new station connects with its own key/)
  return onClose
}

/** The button of the footer, after that of the head. */
const closeButton = () => screen.getAllByRole('button', { name: 'Close', hidden: true }).at(-1)!

it('asks before it closes while the keys of new stations have not been downloaded', async () => {
  const onClose = await importStations()
  fireEvent.click(closeButton())
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel', hidden: true }))
  await waitFor(() => expect(screen.queryByText('Close without the keys?')).toBeNull())
  expect(onClose).not.toHaveBeenCalled()
  fireEvent.click(closeButton())
  fireEvent.click(await screen.findByRole('button', { name: 'Close without the keys', hidden: true }))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
})

it('closes without a question after the keys have been downloaded', async () => {
  const onClose = await importStations()
  fireEvent.click(screen.getByRole('button', { name: 'Download keys', hidden: true }))
  fireEvent.click(closeButton())
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
})
