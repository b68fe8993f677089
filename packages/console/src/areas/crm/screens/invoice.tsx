import { guestSettings, sellerList } from '@stationmaster/contract'
import { lazy, Suspense } from 'react'
import { useParams } from 'react-router'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Loading } from '../../../ui/feedback/feedback.tsx'
import { Permitted } from '../../../ui/feedback/permitted.tsx'

const InvoiceList = lazy(() => import('../invoice/invoice-list.tsx'))
const GuestSettings = lazy(() => import('../invoice/guest-settings.tsx'))
const SellerList = lazy(() => import('../invoice/seller-list.tsx'))
const InvoicePage = lazy(() => import('../invoice/invoice-page.tsx'))

/**
 * All invoices, one of them (`/crm/invoice/{id}`), those who issue them (`/crm/invoice/sellers`), and
 * charging without an account (`/crm/invoice/guests`).
 */
export default function Invoices() {
  const { param1: id } = useParams()
  const t = useTexts('invoices')
  const guest = useTexts('guest')
  const crumbs = [{ label: t('title'), to: addressOf('/crm/invoice') }]
  return (
    <Suspense fallback={<Loading rows={8} />}>
      {id === undefined && <InvoiceList />}
      {id === 'sellers' && (
        <Permitted to={sellerList} title={t('sellers.title')} crumbs={crumbs}>
          <SellerList />
        </Permitted>
      )}
      {id === 'guests' && (
        <Permitted to={guestSettings} title={guest('settings.title')} crumbs={crumbs}>
          <GuestSettings />
        </Permitted>
      )}
      {id !== undefined && id !== 'sellers' && id !== 'guests' && <InvoicePage key={id} id={id} />}
    </Suspense>
  )
}
