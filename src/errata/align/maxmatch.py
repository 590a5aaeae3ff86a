"""MaxMatch: the changes between source and output that agree best with each annotator's gold edits."""

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from errata.align.edits import GoldEdit, Proposal
from errata.kernels._buffers import Annotations, Lattices, Paths, Texts, zeros
from errata.kernels.lattices import build_lattices
from errata.kernels.marks import mark
from errata.kernels.matches import count_matches, read_paths
from errata.kernels.maxmatch import search_exactly, survey

DEFAULT_BUDGET=2*10**7
def pack_texts(ts):
    ids=array('i'); b=array('i',[0])
    for t in ts: ids.extend(t); b.append(len(ids))
    return Texts(ids,b)
def pack_gold(annotators):
    first_row=array('i',[0]); first_edit=array('i',[0]); st=array('i'); en=array('i'); fc=array('i',[0]); cors=[]
    for s in annotators:
        for a in s:
            for e in a:
                st.append(e.start); en.append(e.end); cors.extend(e.corrections); fc.append(len(cors))
            first_edit.append(len(st))
        first_row.append(len(first_edit)-1)
    return Annotations(first_row,first_edit,st,en,fc,pack_texts(cors))
def search(sources,outputs,ann,u=2,budget=DEFAULT_BUDGET,width=0,sv=None):
    lat=build_lattices(sources,outputs)
    sv=sv or survey(lat,u,budget)
    mk=mark(lat,ann)
    R=len(ann.first_edit)-1
    bounds=array('q',[0]); 
    for s in range(len(sources)):
        size=0
        if lat.first_vertex[s+1]>lat.first_vertex[s]:
            size=sources.bounds[s+1]-sources.bounds[s]+outputs.bounds[s+1]-outputs.bounds[s]+1
        for r in range(ann.first_row[s],ann.first_row[s+1]): bounds.append(bounds[-1]+size)
    paths=Paths(bounds,bounds[1:] or zeros('q',1),zeros('i',bounds[-1]))
    search_exactly(lat,ann,mk,sv,u,paths)
    from errata.kernels.origins import search_bounded
    wd=search_bounded(lat,ann,mk,sv,u,paths,width)
    props,first=read_paths(lat,ann,paths,u)
    counts=count_matches(sources,outputs,ann,props,first)
    return lat,sv,props,first,counts
