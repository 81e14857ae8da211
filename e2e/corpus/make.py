"""Makes pictures, sounds and videos with other programs, and what these show of them: `make.py FOLDER`.

Pillow with Little CMS makes and converts the pictures, FFmpeg the rest. `manifest.json` names for each file the purpose
and what must become of it; beside a file stands `NAME.png`, a picture of it in sRGB, or `NAME.pcm`, its samples at 8 kHz."""

import json
import struct
import subprocess
import sys
from pathlib import Path

from imageio_ffmpeg import get_ffmpeg_exe
from PIL import Image, ImageCms, ImageDraw

FOLDER = Path(sys.argv[1])
SRGB = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB"))
files = []


def ffmpeg(*arguments):
    subprocess.run([get_ffmpeg_exe(), "-y", "-loglevel", "error", *map(str, arguments)], check=True)


def profile(colorants, gamma):
    """A profile of a display: the D50 colorants of red, green and blue, and one gamma for all."""
    number = lambda value: struct.pack(">i", round(value * 65536))
    xyz = lambda values: b"XYZ \0\0\0\0" + b"".join(map(number, values))
    curve = b"curv\0\0\0\0" + struct.pack(">IH", 1, round(gamma * 256)) + b"\0\0"
    text = b"text\0\0\0\0-\0\0\0"
    description = b"desc\0\0\0\0" + struct.pack(">I", 2) + b"-\0" + bytes(78)
    tags = [(b"wtpt", xyz([0.9642, 1, 0.8249])), (b"cprt", text), (b"desc", description + b"\0" * (-len(description) % 4))]
    tags += [(name + b"XYZ", xyz(values)) for name, values in zip([b"r", b"g", b"b"], colorants)]
    tags += [(name + b"TRC", curve) for name in (b"r", b"g", b"b")]
    at, table, data = 132 + 12 * len(tags), b"", b""
    for name, content in tags:
        table += name + struct.pack(">II", at + len(data), len(content))
        data += content
    header = bytearray(128)
    header[0:4] = struct.pack(">I", at + len(data))
    header[8:10] = b"\x02\x10"
    header[12:24] = b"mntrRGB XYZ "
    header[36:40] = b"acsp"
    header[68:80] = b"".join(map(number, [0.9642, 1, 0.8249]))
    return bytes(header) + struct.pack(">I", len(tags)) + table + data


P3 = profile([(0.5151, 0.2412, -0.0011), (0.2920, 0.6922, 0.0419), (0.1571, 0.0666, 0.7841)], 2.2)
ADOBE = profile([(0.6097, 0.3111, 0.0195), (0.2053, 0.6257, 0.0609), (0.1492, 0.0632, 0.7446)], 2.2)
PRO_PHOTO = profile([(0.7977, 0.2880, 0), (0.1352, 0.7119, 0), (0.0313, 0.0001, 0.8249)], 1.8)


def chart():
    """Patches of colours, and a white corner that shows how the picture is turned."""
    image = Image.new("RGB", (320, 240))
    draw = ImageDraw.Draw(image)
    for column in range(8):
        for row in range(6):
            colour = (60 + column * 20, 60 + row * 25, 200 - column * 12 - row * 8)
            draw.rectangle([column * 40, row * 40, column * 40 + 39, row * 40 + 39], fill=colour)
    draw.rectangle([0, 0, 79, 59], fill="white")
    return image


def picture(name, image=None, shown=None, icc=None, state="ready", **options):
    image = image or chart()
    if icc:
        options["icc_profile"] = icc
    image.save(FOLDER / name, **options)
    if state == "ready":
        if shown is None:
            shown = Image.open(FOLDER / name)
            if icc:
                shown = ImageCms.profileToProfile(
                    shown.convert("RGB"), ImageCms.ImageCmsProfile(__import__("io").BytesIO(icc)), SRGB
                )
        shown.convert("RGBA").save(FOLDER / f"{name}.png", icc_profile=None)
    files.append({"name": name, "purpose": "image", "state": state})


def pictures():
    picture("srgb.jpg", quality=95)
    for name, icc in (("p3", P3), ("adobe", ADOBE), ("prophoto", PRO_PHOTO)):
        picture(f"{name}.jpg", icc=icc, quality=97, subsampling=0)
        picture(f"{name}.png", icc=icc)
        picture(f"{name}.webp", icc=icc, lossless=True)
    picture("progressive.jpg", progressive=True, quality=90)
    picture("grey.jpg", chart().convert("L"), quality=95)
    picture("inks.jpg", chart().convert("CMYK"), quality=97)
    for turn in range(1, 9):
        exif = Image.Exif()
        exif[0x0112] = turn
        stored = chart()
        back = {2: [0], 3: [3], 4: [1], 5: [5], 6: [2], 7: [6], 8: [4]}
        for step in back.get(turn, []):
            stored = stored.transpose(Image.Transpose(step))
        picture(f"turned-{turn}.jpg", stored, chart(), exif=exif, quality=95)
    picture("palette.png", chart().quantize(32))
    grey = chart().convert("L")
    deep = grey.convert("I").point(lambda value: value * 257).convert("I;16")
    picture("grey-16.png", deep, grey)
    translucent = chart()
    translucent.putalpha(128)
    picture("translucent.png", translucent)
    picture("translucent.webp", translucent, lossless=True)
    others = [Image.new("RGB", (320, 240), "navy")]
    picture("animated.gif", save_all=True, append_images=others, duration=200)
    picture("animated.webp", save_all=True, append_images=others, duration=200, lossless=True)
    picture("animated.png", save_all=True, append_images=others, duration=200)
    picture("one-pixel.png", Image.new("RGB", (1, 1), "teal"))
    for name in ("bitmap.bmp", "scan.tiff", "photo.avif"):
        picture(name, state="refused")


FILM = ["-f", "lavfi", "-i", "testsrc2=size=320x240:rate=25:duration=2"]
TONE = ["-f", "lavfi", "-i", "aevalsrc=0.5*sin(2*PI*440*t)*between(mod(t\\,1)\\,0\\,0.5):s=44100:d=2"]
H264 = ["-c:v", "libx264", "-pix_fmt", "yuv420p"]


def film(name, *options, state="ready", sound=True):
    ffmpeg(*FILM, *(TONE if sound else []), *options, FOLDER / name)
    if state == "ready":
        ffmpeg("-i", FOLDER / name, "-ss", "1", "-frames:v", "1", FOLDER / f"{name}.png")
    files.append({"name": name, "purpose": "video", "state": state})


def films():
    film("h264.mp4", *H264, "-c:a", "aac")
    film("faststart.mp4", *H264, "-c:a", "aac", "-movflags", "+faststart")
    film("fragments.mp4", *H264, "-c:a", "aac", "-movflags", "frag_keyframe+empty_moov+default_base_moof")
    film("silent.mp4", *H264, sound=False)
    film("camera.mov", *H264, "-c:a", "aac")
    old = (FOLDER / "camera.mov").read_bytes().replace(b"ftyp", b"wide", 1)
    (FOLDER / "old-camera.mov").write_bytes(old)
    (FOLDER / "old-camera.mov.png").write_bytes((FOLDER / "camera.mov.png").read_bytes())
    files.append({"name": "old-camera.mov", "purpose": "video", "state": "ready"})
    film("phone.3gp", *H264, "-c:a", "aac", "-f", "3gp")
    film("vp8.webm", "-c:v", "libvpx", "-c:a", "libvorbis")
    film("vp9.webm", "-c:v", "libvpx-vp9", "-c:a", "libopus")
    film("av1.mp4", "-c:v", "libsvtav1", "-preset", "12", "-c:a", "aac")
    film("sound-of-mp3.mp4", *H264, "-c:a", "libmp3lame")
    film("upright.part.mp4", *H264, "-c:a", "aac", state="part")
    files.pop()
    turned = FOLDER / "upright.mp4"
    ffmpeg("-display_rotation", "90", "-i", FOLDER / "upright.part.mp4", "-c", "copy", turned)
    ffmpeg("-i", turned, "-ss", "1", "-frames:v", "1", FOLDER / "upright.mp4.png")
    (FOLDER / "upright.part.mp4").unlink()
    files.append({"name": "upright.mp4", "purpose": "video", "state": "ready"})
    film("part-2.mp4", "-c:v", "mpeg4", "-c:a", "aac", state="refused")
    film("prores.mov", "-c:v", "prores", "-c:a", "pcm_s16le", state="refused")
    film("motion-jpeg.mov", "-c:v", "mjpeg", "-pix_fmt", "yuvj420p", "-c:a", "pcm_s16le", state="refused")
    film("windows.wmv", "-c:v", "wmv2", "-c:a", "wmav2", state="refused")
    film("flash.flv", *H264, "-c:a", "aac", state="refused")
    film("stream.ts", *H264, "-c:a", "aac", state="refused")


def sound(name, *options, state="ready"):
    ffmpeg(*TONE, *options, FOLDER / name)
    if state == "ready":
        ffmpeg("-i", FOLDER / name, "-ac", "1", "-ar", "8000", "-f", "s16le", FOLDER / f"{name}.pcm")
    files.append({"name": name, "purpose": "audio", "state": state})


def sounds():
    aac = ("-c:a", "aac")
    sound("memo.m4a", *aac, "-f", "ipod")
    sound("memo-mp4.m4a", *aac, "-f", "mp4")
    sound("memo-3gp.m4a", *aac, "-f", "3gp")
    sound("memo-mov.m4a", *aac, "-f", "mov")
    sound("stream.aac", *aac)
    sound("tagged.mp3", "-c:a", "libmp3lame", "-metadata", "title=노래", "-id3v2_version", "3")
    sound("untagged.mp3", "-c:a", "libmp3lame", "-write_id3v1", "0", "-id3v2_version", "0", "-write_xing", "0")
    sound("vorbis.ogg", "-c:a", "libvorbis")
    sound("opus.ogg", "-c:a", "libopus")
    sound("opus.webm", "-c:a", "libopus")
    sound("lossless.flac", "-c:a", "flac")
    sound("samples.wav", "-c:a", "pcm_s16le")
    sound("floats.wav", "-c:a", "pcm_f32le")
    sound("call.amr", "-c:a", "libopencore_amrnb", "-ar", "8000", "-ac", "1", "-b:a", "12.2k", state="refused")
    sound("apple.aiff", state="refused")
    sound("windows.wma", "-c:a", "wmav2", state="refused")


pictures()
films()
sounds()
(FOLDER / "manifest.json").write_text(json.dumps(files))
