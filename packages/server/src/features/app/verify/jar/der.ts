import {
  type BaseBlock,
  Constructed,
  fromBER,
  Integer,
  ObjectIdentifier,
  OctetString,
} from 'asn1js'

/** A value of ASN.1 that is not what it ought to be. */
class DerFault extends Error {}

export function readDer(bytes: Buffer): BaseBlock {
  const { offset, result } = fromBER(bytes)
  if (offset === -1) throw new DerFault(result.error)
  return result
}

/** What a sequence, a set or a tagged value is made of. */
export function partsOf(block: BaseBlock | undefined): readonly BaseBlock[] {
  if (!(block instanceof Constructed)) throw new DerFault('not constructed')
  return block.valueBlock.value
}

export function idOf(block: BaseBlock | undefined): string {
  if (!(block instanceof ObjectIdentifier)) throw new DerFault('no object identifier')
  return block.getValue()
}

export function octetsOf(block: BaseBlock | undefined): Buffer {
  if (!(block instanceof OctetString)) throw new DerFault('no octet string')
  return Buffer.from(block.getValue())
}

export function integerOf(block: BaseBlock | undefined): bigint {
  if (!(block instanceof Integer)) throw new DerFault('no integer')
  return block.toBigInt()
}

/** The value itself as it is written, with its tag and length. */
export function rawOf(block: BaseBlock | undefined): Buffer {
  if (!block) throw new DerFault('nothing')
  return Buffer.from(block.valueBeforeDecodeView)
}

const contextSpecific = 3

/** Whether it carries a tag of its context, e.g. `[0]`. */
export const isTagged = (block: BaseBlock | undefined, tag: number) =>
  block?.idBlock.tagClass === contextSpecific && block.idBlock.tagNumber === tag
