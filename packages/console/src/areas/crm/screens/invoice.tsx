import { lazy, Suspense } from 'react'
import { useParams } from 'react-router'
import { Loading } from '../../../ui/feedback/feedback.tsx'

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
  return (
    <Suspense fallback={<Loading rows={8} />}>
      {id === undefined && <InvoiceList />}
      {id === 'sellers' && <SellerList />}
      {id === 'guests' && <GuestSettings />}
      {id !== undefined && id !== 'sellers' && id !== 'guests' && <InvoicePage key={id} id={id} />}
    </Suspense>
  )
}
