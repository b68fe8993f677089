import { lazy, Suspense } from 'react'
import { useParams } from 'react-router'
import { Loading } from '../../../ui/feedback/feedback.tsx'

const InvoiceList = lazy(() => import('../invoice/invoice-list.tsx'))
const SellerList = lazy(() => import('../invoice/seller-list.tsx'))
const InvoicePage = lazy(() => import('../invoice/invoice-page.tsx'))

/** All invoices, one of them (`/crm/invoice/{id}`), and those who issue them (`/crm/invoice/sellers`). */
export default function Invoices() {
  const { param1: id } = useParams()
  return (
    <Suspense fallback={<Loading rows={8} />}>
      {id === undefined && <InvoiceList />}
      {id === 'sellers' && <SellerList />}
      {id !== undefined && id !== 'sellers' && <InvoicePage key={id} id={id} />}
    </Suspense>
  )
}
