import {createReadStream, createWriteStream} from "node:fs";
import {pipeline} from "node:stream/promises";
import type {S3Client} from "@aws-sdk/client-s3";
import {ConfigError} from "../config/errors.js";

/** The files of a lake in an S3 bucket, by their paths below the lake. */
export interface Bucket {
  /** Paths that begin so, but none that would lead out of the folder that mirrors the lake. */
  list(start: string): Promise<string[]>;
  /** @returns whether the file is there */
  download(path: string, to: string): Promise<boolean>;
  upload(from: string, path: string): Promise<void>;
  /** Writes a small file that nobody else has written. @returns false if somebody has */
  create(path: string, text: string): Promise<boolean>;
  /** A small file, and when it was written; null if it is not there. */
  read(path: string): Promise<{text: string; writtenAt: Date} | null>;
  remove(paths: readonly string[]): Promise<void>;
}

const addressPattern = /^s3:\/\/([a-z0-9][a-z0-9.-]+)\/?(.*?)\/?$/;
const mostRemoved = 1000; // in one request, by the protocol

/**
 * Opens the bucket of an address such as `s3://bucket/lake`. Region, credentials and another server's address come from where
 * AWS's own tools take them: AWS_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN, AWS_ENDPOINT_URL,
 * profiles, the role of a machine. @throws ConfigError if the address names no bucket
 */
export async function openBucket(address: string): Promise<Bucket> {
  const [, name, folder] = addressPattern.exec(address) ?? [];
  if (name === undefined) throw new ConfigError(`invalid lake: ${address}: name a folder, or s3://bucket/folder`);
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= "true"; // its version is fixed: it runs on Node 20
  const sdk = await import("@aws-sdk/client-s3"); // only who has a bucket waits for it
  const client = clientOf(sdk.S3Client);
  const key = (path: string) => (folder ? `${folder}/${path}` : path);
  const at = (path: string) => ({Bucket: name, Key: key(path)});
  const asked = <T>(answer: Promise<T>): Promise<T> =>
    answer.catch((error) => Promise.reject(explained(error, address)));
  return {
    async list(start) {
      const paths: string[] = [];
      const pages = sdk.paginateListObjectsV2({client}, {Bucket: name, Prefix: key(start)});
      const collect = async () => {
        for await (const {Contents: found = []} of pages)
          paths.push(...found.map(({Key = ""}) => Key.slice(key("").length)).filter(isBelow));
      };
      await asked(collect());
      return paths;
    },
    async download(path, to) {
      const body = await asked(client.send(new sdk.GetObjectCommand(at(path)))).catch(noneIfMissing);
      if (body === null) return false;
      await asked(pipeline(body.Body as NodeJS.ReadableStream, createWriteStream(to)));
      return true;
    },
    async upload(from, path) {
      const {Upload} = await import("@aws-sdk/lib-storage"); // in parts where a file is large
      await asked(new Upload({client, params: {...at(path), Body: createReadStream(from)}}).done());
    },
    async create(path, text) {
      const put = new sdk.PutObjectCommand({...at(path), Body: text, IfNoneMatch: "*"});
      return await asked(client.send(put)).then(
        () => true,
        (error) => (isStatus(error, 412) || isStatus(error, 409) ? false : Promise.reject(error))
      );
    },
    async read(path) {
      const answer = await asked(client.send(new sdk.GetObjectCommand(at(path)))).catch(noneIfMissing);
      if (!answer?.Body) return null;
      return {text: await answer.Body.transformToString(), writtenAt: answer.LastModified ?? new Date()};
    },
    async remove(paths) {
      for (let i = 0; i < paths.length; i += mostRemoved) {
        const Objects = paths.slice(i, i + mostRemoved).map((path) => ({Key: key(path)}));
        await asked(client.send(new sdk.DeleteObjectsCommand({Bucket: name, Delete: {Objects, Quiet: true}})));
      }
    }
  };
}

// Checksums only where the protocol demands them: many servers know no others. A server of one's own has its buckets as paths.
function clientOf(Client: typeof S3Client): S3Client {
  const {AWS_ENDPOINT_URL, AWS_ENDPOINT_URL_S3, AWS_REGION} = process.env;
  const isOwn = (AWS_ENDPOINT_URL_S3 ?? AWS_ENDPOINT_URL) !== undefined;
  return new Client({
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    forcePathStyle: isOwn,
    ...(isOwn && AWS_REGION === undefined && {region: "us-east-1"})
  });
}

// A key is not a path: it may have any parts.
function isBelow(path: string): boolean {
  return !/\\|(?:^|\/)\.{0,2}(?:\/|$)/.test(path);
}

function noneIfMissing(error: unknown): null {
  if (isStatus(error, 404) && (error as Error).name === "NoSuchKey") return null;
  throw error;
}

function isStatus(error: unknown, status: number): boolean {
  const {$metadata} = error as {$metadata?: {httpStatusCode?: number}};
  return $metadata?.httpStatusCode === status;
}

// What a user can do about the usual faults.
const advice: Record<string, string> = {
  NoSuchBucket: "make the bucket, or name another",
  AccessDenied: "the credentials may not do this: they need to list, read, write and delete",
  InvalidAccessKeyId: "check AWS_ACCESS_KEY_ID",
  SignatureDoesNotMatch: "check AWS_SECRET_ACCESS_KEY",
  CredentialsProviderError: "set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or a profile by AWS_PROFILE"
};

function explained(error: unknown, address: string): unknown {
  if (!(error instanceof Error)) return error;
  const help = /region is missing/i.test(error.message) ? "set AWS_REGION" : advice[error.name];
  if (help !== undefined) return new ConfigError(`cannot use ${address}: ${error.message}: ${help}`);
  if (error.name === "NoSuchKey" || isStatus(error, 412) || isStatus(error, 409)) return error;
  const reason = error.message || ("code" in error ? String(error.code) : error.name);
  return new Error(`cannot reach ${address}: ${reason}`, {cause: error});
}
