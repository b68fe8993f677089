import { escapeXml } from '../xml.ts'

/** Name of the attachment that the specification of Factur-X requires. */
export const facturXFile = 'factur-x.xml'

const namespace = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#'

const properties = {
  DocumentFileName: 'name of the embedded XML invoice file',
  DocumentType: 'type of the embedded document',
  Version: 'version of the XML schema of the invoice',
  ConformanceLevel: 'conformance level of the embedded invoice',
} as const

/** The length that pdfkit writes counts characters, not bytes: other characters become references. */
const ascii = (text: string) =>
  escapeXml(text).replaceAll(/[^\u{20}-\u{7e}]/gu, (sign) => `&#x${(sign.codePointAt(0) ?? 0).toString(16)};`)

/** Returns the title of the PDF for its XMP metadata. */
export const titleMetadata = (title: string): string => `
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">
  <dc:title><rdf:Alt><rdf:li xml:lang="x-default">${ascii(title)}</rdf:li></rdf:Alt></dc:title>
</rdf:Description>`

/** Returns the XMP metadata of Factur-X with the description of its schema, which PDF/A requires. */
export const facturXMetadata = (): string => `
<rdf:Description rdf:about="" xmlns:fx="${namespace}">
  <fx:DocumentType>INVOICE</fx:DocumentType>
  <fx:DocumentFileName>${facturXFile}</fx:DocumentFileName>
  <fx:Version>1.0</fx:Version>
  <fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>
</rdf:Description>
<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
  xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
  <pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
    <pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema>
    <pdfaSchema:namespaceURI>${namespace}</pdfaSchema:namespaceURI>
    <pdfaSchema:prefix>fx</pdfaSchema:prefix>
    <pdfaSchema:property><rdf:Seq>${Object.entries(properties)
      .map(
        ([name, description]) => `
      <rdf:li rdf:parseType="Resource">
        <pdfaProperty:name>${name}</pdfaProperty:name>
        <pdfaProperty:valueType>Text</pdfaProperty:valueType>
        <pdfaProperty:category>external</pdfaProperty:category>
        <pdfaProperty:description>${description}</pdfaProperty:description>
      </rdf:li>`,
      )
      .join('')}
    </rdf:Seq></pdfaSchema:property>
  </rdf:li></rdf:Bag></pdfaExtension:schemas>
</rdf:Description>`
