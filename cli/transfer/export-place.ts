/**
 * Defines where an export is stored: in a local folder, or under a prefix of an S3 bucket. Writes are atomic.
 */
import type { Readable } from 'node:stream';
import { InvalidArgumentError } from 'commander';
import type { S3Client } from '@aws-sdk/client-s3';
import { exportBucket } from './export-bucket-store.ts';
import { exportFolder } from './export-folder.ts';

export interface ExportPlace {
  /** The location's name in messages. */
  readonly name: string;
  write(name: string, bytes: Buffer): Promise<void>;
  writeStream(name: string, stream: Readable, size: number): Promise<void>;
  /**
   * Reads a file. Returns undefined if it doesn't exist.
   * @throws DamagedExport if the file is larger than `mostBytes`
   */
  read(name: string, mostBytes: number): Promise<Buffer | undefined>;
  /** Reads a file as a stream. Returns undefined if it doesn't exist. */
  readStream(name: string): Promise<Readable | undefined>;
  remove(name: string): Promise<void>;
}

const S3_ADDRESS = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/;

/**
 * Returns the export location at an address.
 * @param address `s3://bucket/prefix`, or the path of a folder
 * @throws InvalidArgumentError
 */
export function exportPlace(address: string, s3: () => S3Client): ExportPlace {
  if (!address.startsWith('s3://')) return exportFolder(address);
  const [, bucket, prefix = ''] = S3_ADDRESS.exec(address) ?? [];
  if (bucket === undefined) throw new InvalidArgumentError('Must be a folder or s3://bucket/prefix.');
  return exportBucket(s3(), bucket, prefix.replace(/\/+$/, ''));
}
