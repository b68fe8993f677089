// Minor units of the currencies in ISO 4217, list one (as published 25 June 2024). Platform data is not
// suitable: ICU rounds some currencies to cash units (HUF, ALL, COP to 0 digits), while ISO 4217 and payment
// providers use 2.
const codesByDigits: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  2:
    'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW ' +
    'CNY COP COU CRC CUC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ' +
    'ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR ' +
    'MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN ' +
    'SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
}

let digitsByCode: ReadonlyMap<string, number> | undefined

/**
 * Returns the number of decimal digits of the currency's minor unit (0 to 4), or null if ISO 4217 has no such
 * currency.
 */
export function currencyDigits(code: string): number | null {
  digitsByCode ??= new Map(
    Object.entries(codesByDigits).flatMap(([digits, codes]) =>
      codes.split(' ').map((known): [string, number] => [known, Number(digits)]),
    ),
  )
  return digitsByCode.get(code) ?? null
}
