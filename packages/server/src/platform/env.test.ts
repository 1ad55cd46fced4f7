import { describe, expect, it } from 'vitest'
import packageFile from '../../package.json' with { type: 'json' }
import { readEnv } from './env.ts'

it('listens on port 15000 unless told otherwise', () => {
  expect(readEnv({}, []).port).toBe(15_000)
  expect(readEnv({ PORT: '80' }, []).port).toBe(80)
})

it('is the build that the product spec names', () => {
  expect(packageFile.version).toBe('3.0.73')
})

describe('NATS', () => {
  it('is reached at several addresses, its MQTT listener on the same hosts unless said', () => {
    const servers = ['nats://a:4222', 'nats://b:4333']
    expect(readEnv({ NATS_URL: servers.join(', ') }, []).nats).toEqual({
      servers,
      mqtt: ['mqtt://a:1883', 'mqtt://b:1883'],
    })
    expect(readEnv({ NATS_URL: 'tls://a', NATS_MQTT_URL: 'wss://m/mqtt' }, []).nats).toEqual({
      servers: ['tls://a'],
      mqtt: ['wss://m/mqtt'],
    })
    expect(readEnv({}, []).nats).toBeNull()
  })

  it.each([
    [{ MQTT_URL: 'mqtt://old' }, /MQTT_URL is not used any more.*NATS_URL/],
    [{ MUSTER_BROKER_TOKEN: 'a token of sixteen' }, /MUSTER_BROKER_TOKEN is not used any more/],
    [{ NATS_URL: 'http://a' }, /NATS_URL must be addresses/],
    [{ NATS_URL: 'nats://user:secret@a' }, /without a user name/],
    [{ NATS_MQTT_URL: 'mqtt://a' }, /NATS_MQTT_URL is set without NATS_URL/],
  ])('stops the start with a sentence: %o', (variables, sentence) => {
    expect(() => readEnv(variables, [])).toThrow(sentence)
  })
})

it('has a demo beside NATS, too', () => {
  const { nats, demo } = readEnv({ NATS_URL: 'nats://a' }, ['--demo'])
  expect({ nats, demo }).toMatchObject({ nats: { servers: ['nats://a'] }, demo: true })
})

it('takes TLS for terminals with both files, and by itself in a demo only', () => {
  const files = { MQTT_TLS_CERT: '/c', MQTT_TLS_KEY: '/k' }
  expect(readEnv({}, []).mqttTls).toBeNull()
  expect(readEnv(files, []).mqttTls).toMatchObject({ port: 8883, cert: '/c', isSelfSigned: false })
  expect(readEnv({ MQTTS_PORT: '9' }, ['--demo']).mqttTls).toMatchObject({ isSelfSigned: true })
  expect(() => readEnv({ MQTTS_PORT: '9' }, [])).toThrow('MQTT_TLS_CERT')
  expect(() => readEnv({ MQTT_TLS_CERT: '/c' }, [])).toThrow('MQTT_TLS_KEY')
  expect(() => readEnv({ MQTT_TLS_CLIENT_CA: '/a' }, [])).toThrow('MQTT_TLS_CERT')
})

describe('the metrics', () => {
  it.each([
    ['127.0.0.1:9464', { host: '127.0.0.1', port: 9464 }],
    ['[::1]:9464', { host: '::1', port: 9464 }],
    ['metrics.local:80', { host: 'metrics.local', port: 80 }],
    ['', null],
  ])('are served at an address of their own: %s', (text, address) => {
    expect(readEnv({ MUSTER_METRICS_LISTEN: text }, []).metricsListen).toEqual(address)
  })

  it.each([
    [{ MUSTER_METRICS_LISTEN: '9464' }, /MUSTER_METRICS_LISTEN must be an address with a port/],
    [{ MUSTER_METRICS_LISTEN: '::1:9464' }, /MUSTER_METRICS_LISTEN must be/],
    [{ MUSTER_METRICS_LISTEN: '127.0.0.1:70000' }, /MUSTER_METRICS_LISTEN must be/],
    [{ MUSTER_METRICS_TOKEN: 'short' }, /MUSTER_METRICS_TOKEN must have 16 to 512/],
    [{ MUSTER_METRICS_TOKEN: 'with a space in between' }, /MUSTER_METRICS_TOKEN must have/],
  ])('stop the start with a sentence: %o', (variables, sentence) => {
    expect(() => readEnv(variables, [])).toThrow(sentence)
  })
})

describe('a bucket', () => {
  const key = { S3_ACCESS_KEY: 'k', S3_SECRET_KEY: 's/+' }

  it('is an address with its name, and a key', () => {
    const S3_URL = 'https://s3.example:9000/muster-files?region=eu-central-1'
    expect(readEnv({ S3_URL, ...key }, []).s3).toEqual({
      endpoint: 'https://s3.example:9000',
      bucket: 'muster-files',
      region: 'eu-central-1',
      accessKey: 'k',
      secretKey: 's/+',
    })
    expect(readEnv({}, []).s3).toBeNull()
  })

  it.each([
    [key, /go together/],
    [{ S3_URL: 'https://s3.example/files', S3_ACCESS_KEY: 'k' }, /go together/],
    [{ S3_URL: 'https://s3.example/', ...key }, /name of a bucket/],
    [{ S3_URL: 'https://s3.example/a/b', ...key }, /name of a bucket/],
    [{ S3_URL: 'https://k:s@s3.example/files', ...key }, /name no user/],
    [{ S3_URL: 's3://files', ...key }, /S3_URL must be an address/],
  ])('stops the start with a sentence: %o', (variables, sentence) => {
    expect(() => readEnv(variables, [])).toThrow(sentence)
  })
})
